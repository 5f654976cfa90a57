import { expect, test } from 'vitest';
import { dateOf, hourMinute, momentOf, shortMoment, timeOfDay } from './moment.ts';

const afternoon = new Date(2026, 10, 9, 14, 3, 9).getTime();
const midnight = new Date(2025, 0, 31, 0, 0, 0).getTime();

test('days and times have one form in a language, with 24 hours', () => {
  expect([hourMinute, timeOfDay, dateOf, momentOf].map((write) => write(afternoon))).toEqual([
    '14:03',
    '14:03:09',
    'Nov 9, 2026',
    'Nov 9, 2026, 14:03:09',
  ]);
  expect(momentOf(midnight)).toBe('Jan 31, 2025, 00:00:00');
  expect([momentOf(Number.NaN), dateOf(Number.NaN), hourMinute(9e15)]).toEqual(['–', '–', '–']);
});

test('a row shows the year only when it is not the current one', () => {
  expect([shortMoment(afternoon, afternoon), shortMoment(midnight, afternoon)]).toEqual([
    'Nov 9, 14:03',
    'Jan 31, 2025, 00:00',
  ]);
});
