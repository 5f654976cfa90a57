import { expect, test } from 'vitest';
import { addDays, clockText, dayFrom, daysBetween, instantOf, isoDay, wallTime, weekdayOf } from './zone-time.ts';

const iso = (ms: number) => new Date(ms).toISOString().slice(0, 16);
const day = (text: string) => dayFrom(text) ?? { year: 0, month: 0, day: 0 };

test.each([
  ['UTC', '2026-11-22', '14:02', '2026-11-22T14:02'],
  ['Europe/Berlin', '2026-11-22', '14:02', '2026-11-22T13:02'],
  ['Asia/Kathmandu', '2026-06-01', '22:00', '2026-06-01T16:15'],
  ['America/New_York', '2026-07-04', '00:00', '2026-07-04T04:00'],
  // the clock goes from 02:00 to 03:00
  ['Europe/Berlin', '2026-03-29', '02:30', '2026-03-29T01:30'],
  // the clock shows 02:30 twice
  ['Europe/Berlin', '2026-10-25', '02:30', '2026-10-25T00:30'],
  ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30'],
  // the clock changes by half an hour
  ['Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:45'],
])('in %s it is %s %s at %s UTC', (zone, date, time, utc) => {
  expect(iso(instantOf(day(date), time, zone))).toBe(utc);
});

test('a clock in another time zone shows the time of its own day', () => {
  const wall = wallTime(Date.parse('2026-11-22T23:30:00Z'), 'Asia/Tokyo');
  expect(wall).toEqual({ year: 2026, month: 11, day: 23, hour: 8, minute: 30, weekday: 1 });
  expect(clockText(wall)).toBe('08:30');
  expect(clockText(wallTime(Date.parse('2026-11-22T00:00:00Z'), 'UTC'))).toBe('00:00');
});

test('days are counted across months, years and leap days', () => {
  expect(isoDay(addDays(day('2026-12-31'), 1))).toBe('2027-01-01');
  expect(isoDay(addDays(day('2028-03-01'), -1))).toBe('2028-02-29');
  expect(daysBetween(day('2026-03-28'), day('2026-03-30'))).toBe(2);
  expect(weekdayOf(day('2026-11-22'))).toBe(0);
});

test('only a day that exists is a day', () => {
  expect(['2026-02-29', '2026-13-01', '22.11.2026', '', '2026-1-1'].map(dayFrom)).toEqual(Array(5).fill(undefined));
});
