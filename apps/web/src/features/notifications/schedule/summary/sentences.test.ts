import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import type { Recipient } from '@belfry/schema/notifications/recipients';
import { expect, test } from 'vitest';
import { summarySentences } from './sentences.ts';

const now = Date.parse('2026-11-22T14:02:00Z');
const at = (ms: number) => new Date(ms).toISOString().slice(11, 16);
const recipient = (name: string, fields: Partial<Recipient> = {}): Recipient => ({
  ...{ id: `webhook:${name}`, name, channel: 'webhook', service: 'generic', when: 'now', escalations: [] },
  ...fields,
});
const { schedule } = factoryConfig;
const say = (recipients: readonly Recipient[], more: Partial<Parameters<typeof summarySentences>[0]> = {}) =>
  summarySentences({ recipients, schedule, type: 'cpu', level: 'critical', now, at, ...more });

test('a critical alert is sent at once, a warning waits for others, and both come again', () => {
  const both = [recipient('ops'), recipient('wiki')];
  expect(say(both)).toEqual([
    'ops and wiki hear of it at once.',
    'They hear of it again every 30 min until somebody acknowledges it, at most 3 times an hour.',
  ]);
  expect(say(both, { level: 'warning' })[0]).toBe('ops and wiki hear of it within 5 min, together with others.');
});

test('a warning that has no value is not repeated, and nothing is without a cooldown', () => {
  expect(say([recipient('ops')], { type: 'powered-off', level: 'warning' })).toHaveLength(1);
  expect(say([recipient('ops')], { schedule: { ...schedule, cooldown: 0 } })).toHaveLength(1);
});

test('what holds back each destination is named with its end', () => {
  const until = '2026-11-23T07:00:00.000Z';
  const held = [
    recipient('ops', { when: 'later', heldBack: { by: 'quietHours', until } }),
    recipient('mail', { when: 'later', heldBack: { by: 'maintenance', reason: 'Firmware', until } }),
    recipient('wiki', { when: 'never', heldBack: { by: 'routing', reason: 'types' } }),
  ];
  expect(say(held, { schedule: { ...schedule, cooldown: 0 } })).toEqual([
    'ops waits: quiet hours until 07:00.',
    'mail waits: maintenance window Firmware until 07:00.',
    'wiki does not hear of it: the filter leaves such alerts out.',
  ]);
});

test('if nobody hears of it, that is said first', () => {
  expect(say([])).toEqual(['Nobody would hear of it: there is no destination yet.']);
  expect(say([recipient('wiki', { when: 'never', heldBack: { by: 'disabled' } })])).toEqual([
    'Nobody would hear of it.',
    'wiki does not hear of it: switched off.',
  ]);
});

test('the levels of the escalation have the time at which they come', () => {
  const escalations = [{ level: 1, after: 15 }];
  expect(
    say([recipient('ops', { escalations }), recipient('mail', { escalations: [{ level: 2, after: 60 }] })]).at(-1),
  ).toBe('If nobody acknowledges it: at 14:17 ops and at 15:02 mail.');
});

test('while everybody waits, the time of the escalation begins with the end of the wait', () => {
  const heldBack = { by: 'maintenance', reason: 'Firmware', until: '2026-11-22T18:00:00.000Z' } as const;
  const ops = recipient('ops', { when: 'later', heldBack, escalations: [{ level: 1, after: 15 }] });
  expect(say([ops]).at(-1)).toBe('If nobody acknowledges it: at 18:15 ops.');
});
