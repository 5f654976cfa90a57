import type { WindowSchedule } from '@belfry/schema/alerts/silences';
import { expect, test } from 'vitest';
import { currentSpan, merged, weeklySpans, windowSpans } from './spans.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const range = (from: string, to: string) => ({ start: at(from), end: at(to) });
const shown = (spans: readonly { start: number; end: number }[]) =>
  spans.map(({ start, end }) => [start, end].map((ms) => new Date(ms).toISOString().slice(0, 16)).join(' '));

const night = { weekdays: [1, 2, 3, 4, 5], start: '22:00', end: '08:00', timeZone: 'Europe/Berlin' };

test('a night belongs to the day on which it begins and ends on the next one', () => {
  expect(shown(weeklySpans(night, range('2026-11-20T00:00', '2026-11-24T00:00')))).toEqual([
    '2026-11-19T21:00 2026-11-20T07:00',
    '2026-11-20T21:00 2026-11-21T07:00',
    '2026-11-23T21:00 2026-11-24T07:00',
  ]);
});

test('the same start and end is a whole day, and days that touch each other are one span', () => {
  const weekend = { weekdays: [0, 6], start: '00:00', end: '00:00', timeZone: 'UTC' };
  expect(shown(merged(weeklySpans(weekend, range('2026-11-21T12:00', '2026-11-22T12:00'))))).toEqual([
    '2026-11-21T00:00 2026-11-23T00:00',
  ]);
});

test('a night in which the clock changes is as long as it really is', () => {
  const [span] = weeklySpans({ ...night, weekdays: [6] }, range('2026-03-28T12:00', '2026-03-29T12:00'));
  expect(((span?.end ?? 0) - (span?.start ?? 0)) / 3_600_000).toBe(9);
});

test('a window that comes back is in force or has a next time, one that is over has none', () => {
  const weekly: WindowSchedule = { kind: 'weekly', weekdays: [6], start: '08:00', minutes: 240, timeZone: 'UTC' };
  expect(shown([currentSpan(weekly, at('2026-11-21T09:00')) ?? { start: 0, end: 0 }])).toEqual([
    '2026-11-21T08:00 2026-11-21T12:00',
  ]);
  expect(shown([currentSpan(weekly, at('2026-11-21T12:00')) ?? { start: 0, end: 0 }])).toEqual([
    '2026-11-28T08:00 2026-11-28T12:00',
  ]);
  const once: WindowSchedule = { kind: 'once', start: '2026-12-24T10:00:00Z', end: '2026-12-24T12:00:00Z' };
  expect(currentSpan(once, at('2026-11-21T12:00'))).toBeDefined();
  expect(currentSpan(once, at('2026-12-24T12:00'))).toBeUndefined();
  expect(windowSpans(once, range('2026-11-01T00:00', '2026-12-01T00:00'))).toEqual([]);
});

test('a window of a week reaches into the range from the week before', () => {
  const week: WindowSchedule = { kind: 'weekly', weekdays: [1], start: '00:00', minutes: 7 * 24 * 60, timeZone: 'UTC' };
  expect(windowSpans(week, range('2026-11-22T10:00', '2026-11-22T11:00'))).toHaveLength(1);
});
