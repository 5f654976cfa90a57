import type { WindowSchedule } from '@belfry/schema/alerts/silences';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { currentSpan, windowSpans } from './maintenance-spans.ts';
import { zoneNamed } from './testing/zones.ts';

const weekly = (weekdays: number[], start: string, minutes: number, timeZone = 'Europe/Berlin'): WindowSchedule => ({
  kind: 'weekly',
  ...{ weekdays, start, minutes, timeZone },
});
const iso = (ms: number) => new Date(ms).toISOString();
const at = (text: string) => Date.parse(text);
const spanAt = (schedule: WindowSchedule, now: string) => {
  const span = currentSpan(schedule, at(now), zoneNamed);
  return span && [iso(span.start), iso(span.end)];
};
const [SUNDAY, FRIDAY] = [0, 5];

test('a single window is in force from its start to its end, and never again', () => {
  const once: WindowSchedule = { kind: 'once', start: '2026-03-01T22:00:00+01:00', end: '2026-03-02T02:00:00+01:00' };
  const span = ['2026-03-01T21:00:00.000Z', '2026-03-02T01:00:00.000Z'];
  expect(spanAt(once, '2026-01-01T00:00:00Z')).toEqual(span);
  expect(spanAt(once, '2026-03-02T00:59:59.999Z')).toEqual(span);
  expect(spanAt(once, '2026-03-02T01:00:00Z')).toBeUndefined();
});

test('a window that passes midnight belongs to the weekday of its start', () => {
  const schedule = weekly([FRIDAY], '22:00', 600);
  const span = ['2026-01-09T21:00:00.000Z', '2026-01-10T07:00:00.000Z'];
  expect(spanAt(schedule, '2026-01-10T06:59:00Z')).toEqual(span); // Saturday morning
  expect(spanAt(schedule, '2026-01-10T07:00:00Z')).toEqual(['2026-01-16T21:00:00.000Z', '2026-01-17T07:00:00.000Z']);
  expect(spanAt(schedule, '2026-01-09T06:00:00Z')).toEqual(span); // Friday morning: the next one
});

test('a window starts at its local time in summer and in winter', () => {
  const daily = weekly([0, 1, 2, 3, 4, 5, 6], '22:00', 60);
  expect(spanAt(daily, '2026-03-28T12:00:00Z')?.[0]).toBe('2026-03-28T21:00:00.000Z');
  expect(spanAt(daily, '2026-03-29T12:00:00Z')?.[0]).toBe('2026-03-29T20:00:00.000Z');
  expect(spanAt(daily, '2026-10-24T12:00:00Z')?.[0]).toBe('2026-10-24T20:00:00.000Z');
  expect(spanAt(daily, '2026-10-25T12:00:00Z')?.[0]).toBe('2026-10-25T21:00:00.000Z');
});

test('a window keeps its length when the clock changes to or from daylight saving time during it', () => {
  for (const now of ['2026-03-29T00:00:00Z', '2026-10-25T00:00:00Z']) {
    const span = currentSpan(weekly([SUNDAY], '00:30', 240), at(now), zoneNamed);
    expect(span && span.end - span.start).toBe(240 * 60_000);
  }
});

test('a start in the skipped hour happens an hour later, and a start in the repeated hour happens once, the first time', () => {
  const schedule = weekly([SUNDAY], '02:30', 60);
  expect(spanAt(schedule, '2026-03-29T00:00:00Z')?.[0]).toBe('2026-03-29T01:30:00.000Z');
  expect(spanAt(schedule, '2026-10-25T00:00:00Z')?.[0]).toBe('2026-10-25T00:30:00.000Z');
  expect(spanAt(schedule, '2026-10-25T01:30:00Z')?.[0]).toBe('2026-11-01T01:30:00.000Z');
});

test('each zone has its own time, also one that is half an hour off, and one that skipped a whole day', () => {
  expect(spanAt(weekly([1], '06:00', 60, 'Asia/Kolkata'), '2026-01-04T12:00:00Z')?.[0]).toBe(
    '2026-01-05T00:30:00.000Z',
  );
  expect(spanAt(weekly([5], '06:00', 60, 'Pacific/Apia'), '2011-12-29T20:00:00Z')?.[0]).toBe(
    '2011-12-30T16:00:00.000Z',
  );
});

test('at any moment the span is the first one that has not ended, and begins on a chosen weekday', () => {
  const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC'];
  const schedules = fc.record({
    weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
    hour: fc.integer({ min: 0, max: 23 }),
    minutes: fc.integer({ min: 1, max: 7 * 1440 }),
    timeZone: fc.constantFrom(...zones),
    now: fc.date({ min: new Date('2024-01-01'), max: new Date('2028-01-01'), noInvalidDate: true }),
  });
  fc.assert(
    fc.property(schedules, ({ weekdays, hour, minutes, timeZone, now }) => {
      const schedule = weekly(weekdays, `${String(hour).padStart(2, '0')}:15`, minutes, timeZone);
      const span = currentSpan(schedule, now.getTime(), zoneNamed);
      if (!span) throw new Error('a weekly window always comes back');
      expect(span.end).toBeGreaterThan(now.getTime());
      expect(span.start - now.getTime()).toBeLessThanOrEqual(8 * 86_400_000);
      const day = new Intl.DateTimeFormat('en', { timeZone, weekday: 'short' }).format(span.start);
      expect(weekdays.map((n) => ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][n])).toContain(day);
      // One millisecond before its end, the span is still the same.
      expect(currentSpan(schedule, span.end - 1, zoneNamed)?.start).toBeGreaterThanOrEqual(span.start);
      if (span.start > now.getTime()) expect(currentSpan(schedule, span.start, zoneNamed)).toEqual(span);
    }),
    { numRuns: 300 },
  );
});

test('a window reaches into a range from before it, and one outside of it does not count', () => {
  const range = (from: string, to: string) => ({ start: at(from), end: at(to) });
  const week = weekly([1], '00:00', 7 * 24 * 60, 'UTC');
  expect(windowSpans(week, range('2026-11-22T10:00Z', '2026-11-22T11:00Z'), zoneNamed)).toHaveLength(1);
  const once: WindowSchedule = { kind: 'once', start: '2026-12-24T10:00:00Z', end: '2026-12-24T12:00:00Z' };
  expect(windowSpans(once, range('2026-11-01T00:00Z', '2026-12-01T00:00Z'), zoneNamed)).toEqual([]);
  expect(windowSpans(once, range('2026-12-24T11:00Z', '2026-12-25T00:00Z'), zoneNamed)).toHaveLength(1);
});
