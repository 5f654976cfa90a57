import type { Recipient } from '@belfry/schema/notifications/recipients';
import { beforeAll, expect, test } from 'vitest';
import { english, speak } from '../../../lib/language/in-language.ts';
import { german } from '../../../lib/language/testing/german.ts';
import { answerText, reasonText, withOwnNames } from './answer.ts';

beforeAll(() => speak(english));

const recipient = (name: string, fields: Partial<Recipient> = {}): Recipient => ({
  ...{ id: `webhook:${name}`, name, channel: 'webhook', service: 'generic', when: 'now', escalations: [] },
  ...fields,
});
const later = { when: 'later', heldBack: { by: 'quietHours' } } as const;

test('the first sentence names who hears of it now, later, and when nobody reacts', () => {
  const all = [
    recipient('anna'),
    recipient('bert', later),
    recipient('on-call', {
      when: 'never',
      escalations: [
        { level: 2, after: 30 },
        { level: 1, after: 15 },
      ],
    }),
    recipient('boss', { when: 'never', escalations: [{ level: 2, after: 30 }] }),
  ];
  expect(answerText(all)).toBe(
    'anna would hear of it now. Later: bert. If nobody acknowledges it for 15 minutes: on-call.',
  );
});

test('e-mail has the name of the language, and a webhook its own', () => {
  const all = [recipient('E-mail', { channel: 'email', service: 'email' }), recipient('E-mail')];
  speak(german);
  expect(withOwnNames(all).map(({ name }) => name)).toEqual(['E-Mail', 'E-mail']);
  speak(english);
});

test('that nobody hears of it is said, with the reason when nothing is configured', () => {
  expect(answerText([])).toBe('Nobody: no destination is configured.');
  expect(answerText([recipient('anna', { when: 'never' })])).toBe('Nobody would hear of it now.');
});

test('many destinations are counted', () => {
  expect(answerText('abcdefg'.split('').map((name) => recipient(name)))).toBe(
    'a, b, c, d, and 3 more would hear of it now.',
  );
});

test('a reason names the filter, or what holds it back and until when', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');
  const by = (heldBack: NonNullable<Recipient['heldBack']>) => reasonText(recipient('a', { heldBack }), now);
  expect(by({ by: 'routing', reason: 'tags' })).toBe('The resource has none of the tags of the destination');
  expect(by({ by: 'routing', reason: 'constructor' })).toBe('A filter of the destination');
  expect(by({ by: 'quietHours', until: '2026-11-23T07:00:00Z' })).toMatch(/^Quiet hours, until Nov 23, /);
  expect(reasonText(recipient('a'), now)).toBe('Nothing holds it back.');
});
