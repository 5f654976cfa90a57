// A course changes a value for a time. Afterwards it has its old value.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { along, type Course, countedAlong } from './course.ts';

const course = fc.record<Course>({
  from: fc.integer({ min: 1000, max: 100_000 }),
  to: fc.integer({ min: 0, max: 1000 }),
  riseS: fc.integer({ min: 0, max: 600 }),
  holdS: fc.integer({ min: 1, max: 600 }),
  fallS: fc.integer({ min: 0, max: 600 }),
});

test('a value reaches its goal, holds it, and is the usual one before and after', () => {
  fc.assert(
    fc.property(course, fc.double({ min: 0, max: 1000, noNaN: true }), (given, usual) => {
      const { from, to, riseS, holdS, fallS } = given;
      expect(along([given], usual, from - 1)).toBe(usual);
      expect(along([given], usual, from + riseS + holdS / 2)).toBeCloseTo(to);
      expect(along([given], usual, from + riseS + holdS + fallS)).toBe(usual);
      expect(along(undefined, usual, from)).toBe(usual);
    }),
  );
});

test('a value is always between the usual one and the goal, and rises step by step', () => {
  const given = { from: 100, to: 90, riseS: 60, holdS: 30, fallS: 60 };
  const rising = Array.from({ length: 60 }, (_, i) => along([given], 10, 100 + i));
  expect(rising).toEqual([...rising].sort((a, b) => a - b));
  expect(Math.min(...rising)).toBe(10);
  expect(along([given], 10, 130)).toBe(50);
});

test('a counter never falls and counts the whole course once', () => {
  fc.assert(
    fc.property(course, fc.integer({ min: 0, max: 200_000 }), fc.nat(3000), (given, since, more) => {
      expect(countedAlong([given], since, since + more + 1)).toBeGreaterThanOrEqual(
        countedAlong([given], since, since + more),
      );
    }),
  );
  expect(countedAlong([{ from: 100, to: 10, riseS: 20, holdS: 100, fallS: 40 }], 0, 1000)).toBe(10 * (10 + 100 + 20));
});
