import { expect, test } from 'vitest';
import { daysOf, withDays } from './days.ts';

test('days are read from both forms, from Monday on', () => {
  expect(daysOf({ sunday: true, monday: true, tuesday: false })).toEqual([1, 0]);
  expect(daysOf([0, 6, 1])).toEqual([1, 6, 0]);
  expect([daysOf(null), daysOf(undefined)]).toEqual([[], []]);
});

test('days stay in the form in which the configuration has them', () => {
  expect(withDays([1, 2], [1, 6])).toEqual([1, 6]);
  expect(withDays({ monday: true }, [6])).toMatchObject({ monday: false, saturday: true, sunday: false });
  expect(daysOf(withDays(undefined, [2, 0]))).toEqual([2, 0]);
});
