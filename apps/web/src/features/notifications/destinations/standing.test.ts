import type { Delivery } from '@belfry/schema/notifications/delivery';
import { everything } from '@belfry/schema/notifications/everything';
import { beforeAll, expect, test } from 'vitest';
import { english, speak } from '../../../lib/language/in-language.ts';
import { getsOf } from './gets.ts';
import { standingOf } from './standing.ts';

beforeAll(() => speak(english));

const NOW = Date.parse('2026-03-01T12:00:00Z');
const iso = (secondsAgo: number) => new Date(NOW - secondsAgo * 1000).toISOString();
const sent: Delivery = {
  ...{ id: '1', destination: { id: 'email', name: 'E-mail', service: 'email' }, kind: 'raised', alerts: [] },
  ...{ alertCount: 1, state: 'sent', attempts: 1, lost: 0, createdAt: iso(240), lastAttemptAt: iso(240) },
  ...{ status: 204, words: 'HTTP 204' },
};

test('the last message is a shape, and says when, how often and what comes next', () => {
  expect(standingOf(sent, true, NOW)).toEqual({ dot: 'ok', title: 'Delivered: 204', detail: '4 minutes ago' });
  const failed: Delivery = {
    ...sent,
    state: 'failed',
    status: 503,
    words: 'busy',
    attempts: 6,
    nextAttemptAt: iso(-60),
  };
  expect(standingOf(failed, true, NOW)).toMatchObject({ dot: 'warn', title: 'Failed: 503 busy' });
  expect(standingOf(failed, true, NOW).detail).toMatch(/^4 minutes ago, 6 tries, again at \d\d:\d\d$/);
  const { status, words, ...unanswered } = sent;
  expect(standingOf({ ...unanswered, state: 'given-up' }, true, NOW)).toMatchObject({ dot: 'crit', title: 'Given up' });
});

test('a destination without a message, and one that is off, are hollow and say so', () => {
  expect(standingOf(undefined, true, NOW)).toMatchObject({ dot: 'off', title: 'No message yet' });
  expect(standingOf(undefined, false, NOW)).toMatchObject({ dot: 'off', title: 'Disabled' });
  expect(standingOf(sent, false, NOW)).toEqual({
    ...{ dot: 'off', title: 'Disabled', detail: 'last: Delivered: 204, 4 minutes ago' },
  });
});

test('what a destination gets is said in two short lines', () => {
  expect(getsOf(everything, true)).toEqual(['Warning and critical', 'all resources']);
  const hours = { days: [1], start: '22:00', end: '06:00', timezone: '' };
  expect(getsOf({ ...everything, minLevel: 'critical', hours, tags: ['prod'], nodes: ['a', 'b'] }, false)).toEqual([
    ...['Critical only, 22:00–06:00, no ends', '2 nodes, tag prod'],
  ]);
});
