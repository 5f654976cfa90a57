import { expect, test } from 'vitest';
import { contentOf } from '../services/email/content.ts';
import { plainOf } from '../services/email/plain.ts';
import { alertWith, entryOf, noticeOf } from '../testing/notices.ts';
import { bodyOf } from './body.ts';
import { inOneLine } from './one-line.ts';

test('line breaks and the codes of terminals in foreign names are spaces in every text of a message', () => {
  const nasty = 'web\r\nAll is well\u001b[2J\u202e';
  const alert = alertWith({ resourceName: nasty, node: nasty, instance: nasty, message: `${nasty} is down.` });
  const notice = noticeOf([inOneLine(entryOf(alert))]);
  const texts = [bodyOf(notice, 5000), plainOf(contentOf({ notice, publicUrl: '' }))];
  for (const text of texts) {
    expect(text).toContain('web All is well [2J  is down.');
    expect(text).not.toMatch(/^All is well|[^\P{Cc}\n]|\p{Bidi_Control}/mu);
  }
});
