import { expect, test } from 'vitest';
import { zoneNamed } from './testing/zones.ts';
import { merged, weeklySpans } from './weekly-spans.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const range = (from: string, to: string) => ({ start: at(from), end: at(to) });
const shown = (spans: readonly { start: number; end: number }[]) =>
  spans.map(({ start, end }) => [start, end].map((ms) => new Date(ms).toISOString().slice(0, 16)).join(' '));

const night = { weekdays: [1, 2, 3, 4, 5], start: '22:00', end: '08:00', timeZone: 'Europe/Berlin' };

test('a night belongs to the day on which it begins and ends on the next one', () => {
  expect(shown(weeklySpans(night, range('2026-11-20T00:00', '2026-11-24T00:00'), zoneNamed))).toEqual([
    '2026-11-19T21:00 2026-11-20T07:00',
    '2026-11-20T21:00 2026-11-21T07:00',
    '2026-11-23T21:00 2026-11-24T07:00',
  ]);
});

test('the same start and end is a whole day, and days that touch each other are one span', () => {
  const weekend = { weekdays: [0, 6], start: '00:00', end: '00:00', timeZone: 'UTC' };
  expect(shown(merged(weeklySpans(weekend, range('2026-11-21T12:00', '2026-11-22T12:00'), zoneNamed)))).toEqual([
    '2026-11-21T00:00 2026-11-23T00:00',
  ]);
});

test('a night in which the clock changes is as long as it really is', () => {
  const [span] = weeklySpans({ ...night, weekdays: [6] }, range('2026-03-28T12:00', '2026-03-29T12:00'), zoneNamed);
  expect(((span?.end ?? 0) - (span?.start ?? 0)) / 3_600_000).toBe(9);
});
