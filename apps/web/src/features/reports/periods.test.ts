import { expect, test } from 'vitest';
import { dayOf, monthsBefore, problemOfDays, quartersBefore } from './periods.ts';

test('the last whole month is first, also over the turn of a year, and the present month is last', () => {
  const months = monthsBefore(new Date(2026, 0, 31));
  expect(months.slice(0, 3)).toEqual(['2025-12', '2025-11', '2025-10']);
  expect([months.length, months.at(-1)]).toEqual([25, '2026-01']);
});

test('the last whole quarter is first', () => {
  expect(quartersBefore(new Date(2026, 1, 1)).slice(0, 5)).toEqual([
    '2025-Q4',
    '2025-Q3',
    '2025-Q2',
    '2025-Q1',
    '2024-Q4',
  ]);
  expect(quartersBefore(new Date(2026, 11, 31)).slice(0, 1)).toEqual(['2026-Q3']);
  expect(quartersBefore(new Date(2026, 11, 31)).at(-1)).toBe('2026-Q4');
});

test('days are refused that are missing, in the wrong order, in the future, or too many', () => {
  const now = new Date(2026, 10, 15);
  expect(problemOfDays('', '2026-10-01', now)).toBe('missing');
  expect(problemOfDays('2026-10-02', '2026-10-01', now)).toBe('order');
  expect(problemOfDays('2027-01-01', '2027-01-02', now)).toBe('future');
  expect(problemOfDays('2025-01-01', '2026-10-01', now)).toBe('long');
  expect(problemOfDays('2026-10-01', '2026-10-01', now)).toBeUndefined();
  expect(dayOf(new Date(2026, 0, 5))).toBe('2026-01-05');
});
