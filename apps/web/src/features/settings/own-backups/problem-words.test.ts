import { afterEach, expect, test } from 'vitest';
import { english, speak } from '../../../lib/language/in-language.ts';
import { german } from '../../../lib/language/testing/german.ts';
import { problemWords } from './problem-words.ts';

afterEach(() => speak(english));

const missing = { message: 'what the server says', cause: { id: 'missing', values: { path: '/mnt/nas' } } };

test('a known cause is shown in the language of the user, with advice', () => {
  speak(german);
  expect(problemWords(missing).reason).toBe('/mnt/nas gibt es nicht.');
  expect(problemWords(missing).advice).toContain('Hängen Sie den Datenträger ein');
});

test('a failure without a cause, or with one that this client does not know, shows the text of the server', () => {
  for (const cause of [undefined, { id: 'toString', values: {} }, { id: 'of a newer server', values: { path: '/' } }])
    expect(problemWords({ message: 'what the server says', cause })).toEqual({
      reason: 'what the server says',
      advice: '',
    });
});
