import { expect, test } from 'vitest';
import { utc, type Zone } from '../calendar-event/runs.ts';
import { daysOf, lastMonth, parsePeriod } from './period.ts';

const HOUR = 3_600_000;
/** Central Europe in 2026: the clock goes back on October 25 at 01:00 UTC. */
const berlin: Zone = (at) => (at >= Date.UTC(2026, 2, 29, 1) && at < Date.UTC(2026, 9, 25, 1) ? 2 * HOUR : HOUR);

test('a month begins and ends at midnight on the clock of the server, also when the clock changes within it', () => {
  expect(parsePeriod('2026-10', berlin)).toEqual({
    ...{ key: '2026-10', from: Date.UTC(2026, 8, 30, 22), until: Date.UTC(2026, 9, 31, 23) },
  });
  expect(parsePeriod('2026-12', utc)).toMatchObject({ from: Date.UTC(2026, 11, 1), until: Date.UTC(2027, 0, 1) });
});

test('a quarter and free days, with both days in it', () => {
  expect(parsePeriod('2026-Q4', utc)).toMatchObject({ from: Date.UTC(2026, 9, 1), until: Date.UTC(2027, 0, 1) });
  expect(parsePeriod('2026-02-27..2026-03-01', utc)).toMatchObject({
    ...{ from: Date.UTC(2026, 1, 27), until: Date.UTC(2026, 2, 2) },
  });
});

test.each([
  ...['', '2026', '2026-13', '2026-Q5', '2026-00', '2026-02-30..2026-03-01', '2026-03-02..2026-03-01'],
  ...['2025-01-01..2026-12-31', '2026-1', ' 2026-10', '2026-10-01', '2026-10-99..2026-10-99'],
])('"%s" is no period', (text) => {
  expect(parsePeriod(text, utc)).toBeUndefined();
});

test('the month before this one, also in January', () => {
  expect(lastMonth(Date.UTC(2026, 0, 15), utc)).toBe('2025-12');
  expect(lastMonth(Date.UTC(2026, 9, 31, 23, 30), berlin)).toBe('2026-10');
});

test('the days of a month follow each other without a gap, and the one on which the clock changes has 25 hours', () => {
  const month = parsePeriod('2026-10', berlin);
  const days = daysOf(month ?? { from: 0, until: 0 }, berlin);
  expect(days.map(({ key }) => key)).toEqual(
    Array.from({ length: 31 }, (_, n) => `2026-10-${`${n + 1}`.padStart(2, '0')}`),
  );
  expect([days[0]?.from, days.at(-1)?.until]).toEqual([month?.from, month?.until]);
  expect(days.every(({ from }, n) => n === 0 || from === days[n - 1]?.until)).toBe(true);
  expect(days.filter(({ from, until }) => until - from !== 24 * HOUR).map(({ key }) => key)).toEqual(['2026-10-25']);
});
