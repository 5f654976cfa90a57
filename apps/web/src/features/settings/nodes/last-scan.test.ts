import { expect, test } from 'vitest';
import { momentOf } from '../../../lib/moment.ts';
import { lastScan } from './last-scan.ts';

const now = Date.UTC(2026, 0, 2);

test.each([
  [-90, 'just now'],
  [0, 'just now'],
  [1, '1s ago'],
  [59, '59s ago'],
  [60, '1 minute ago'],
  [7199, '1 hour ago'],
  [7200, '2 hours ago'],
  [86_399, '23 hours ago'],
])('%i s: %s', (seconds, text) => {
  expect(lastScan(now - seconds * 1000, now)).toBe(text);
});

test('after a day it is the date', () => {
  const then = now - 86_400_000;
  expect(lastScan(then, now)).toBe(momentOf(then));
});
