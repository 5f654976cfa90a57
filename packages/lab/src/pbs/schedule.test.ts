import { expect, test } from 'vitest';
import { lastRunOf, nextRunOf } from './schedule.ts';

const seconds = (time: string) => Date.parse(time) / 1000;
const iso = (t: number) => new Date(t * 1000).toISOString().slice(0, 16);
// a Friday
const now = seconds('2026-11-27T10:45:00Z');

test.each([
  ['hourly', '2026-11-27T10:00', '2026-11-27T11:00'],
  ['daily', '2026-11-27T00:00', '2026-11-28T00:00'],
  ['weekly', '2026-11-23T00:00', '2026-11-30T00:00'],
  ['monthly', '2026-11-01T00:00', '2026-12-01T00:00'],
  ['02:30', '2026-11-27T02:30', '2026-11-28T02:30'],
  ['sat 18:00', '2026-11-21T18:00', '2026-11-28T18:00'],
])('the last and the next run of a job that begins %s', (schedule, last, next) => {
  expect([lastRunOf(schedule, now), nextRunOf(schedule, now)].map(iso)).toEqual([last, next]);
});

test('a run at this second is the last one, not the next one', () => {
  const noon = seconds('2026-11-27T12:00:00Z');
  expect([lastRunOf('hourly', noon), nextRunOf('hourly', noon)]).toEqual([noon, noon + 3600]);
});

test('a schedule that the lab cannot run is an error that names it', () => {
  expect(() => nextRunOf('02:15', now)).toThrow('"02:15"');
  expect(() => lastRunOf('mon..fri 02:00', now)).toThrow('"mon..fri 02:00"');
});
