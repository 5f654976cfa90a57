import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Fill, fullAt, growthOf } from './filling.ts';

const DAY = 86_400_000;
const GB = 1e9;
/** One value for each day. */
const past = (used: readonly number[]): Fill[] => used.map((bytes, day) => ({ at: day * DAY, used: bytes * GB }));

test('a steady growth is found, and its end', () => {
  const growth = growthOf(past([10, 12, 14, 16, 18, 20, 22])) ?? 0;
  expect(growth).toBeCloseTo(2 * GB, 0);
  expect(fullAt(20 * GB, growth, 7 * DAY)).toBeCloseTo(17 * DAY, 0);
});

test('a garbage collection once a week does not hide the growth', () => {
  // It grows by 3 a day, and 14 are freed every seventh day: 1 a day.
  const used = Array.from({ length: 42 }, (_, day) => 100 + 3 * day - 14 * Math.floor(day / 7));
  expect((growthOf(past(used)) ?? 0) / GB).toBeCloseTo(1, 0);
});

test('a datastore that shrinks, stays or grows very slowly is not full in sight', () => {
  for (const used of [
    [9, 8, 7, 6, 5, 4, 3],
    [5, 5, 5, 5, 5, 5, 5],
  ])
    expect(fullAt(100 * GB, growthOf(past(used)) ?? Number.NaN, 0)).toBeUndefined();
  expect(fullAt(1e15, 1, 0)).toBeUndefined();
});

test('too little of the past says nothing', () => {
  expect(growthOf([])).toBeUndefined();
  expect(growthOf(past([1, 2, 3]))).toBeUndefined();
  const inOneHour = Array.from({ length: 60 }, (_, i) => ({ at: i * 60_000, used: i }));
  expect(growthOf(inOneHour)).toBeUndefined();
});

test('the growth does not depend on where the past begins, and is never not a number', () => {
  const value = fc.integer({ min: 0, max: 1e6 });
  fc.assert(
    fc.property(fc.array(value, { minLength: 6, maxLength: 60 }), fc.integer({ min: 0, max: 2e9 }), (used, later) => {
      const own = growthOf(past(used)) ?? Number.NaN;
      const moved =
        growthOf(past(used).map(({ at, used: bytes }) => ({ at: at + later * 1000, used: bytes }))) ?? Number.NaN;
      expect(Number.isFinite(own)).toBe(true);
      expect(Math.abs(own - moved)).toBeLessThan(1e6);
    }),
  );
});
