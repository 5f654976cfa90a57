// The properties of deterministic random numbers.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chance, counted, walk } from './walk.ts';

const seed = fc.integer({ min: 0, max: 0xffff_ffff });
const time = fc.integer({ min: 0, max: 4_000_000_000 });

test('a counter never falls, and counts nothing at rate zero', () => {
  fc.assert(
    fc.property(
      seed,
      fc.double({ min: 0, max: 1e8, noNaN: true }),
      time,
      fc.nat(1e7),
      fc.nat(1e5),
      (s, rate, from, age, more) => {
        const before = counted(s, rate, from, from + age);
        expect(counted(s, rate, from, from + age + more)).toBeGreaterThanOrEqual(before);
        expect(before).toBeGreaterThanOrEqual(0);
        expect(counted(s, 0, from, from + age)).toBe(0);
      },
    ),
  );
});

test('a walk stays between 0 and 1 without jumps', () => {
  fc.assert(
    fc.property(seed, time, fc.integer({ min: 10, max: 10_000 }), (s, t, period) => {
      const here = walk(s, t, period);
      expect(here).toBeGreaterThanOrEqual(0);
      expect(here).toBeLessThanOrEqual(1);
      expect(Math.abs(walk(s, t + 1, period) - here)).toBeLessThanOrEqual(1.6 / period);
    }),
  );
});

test('random numbers are evenly distributed', () => {
  const tenths = new Array<number>(10).fill(0);
  for (let i = 0; i < 10_000; i++)
    tenths[Math.floor(chance(1, 'x', i) * 10)] = (tenths[Math.floor(chance(1, 'x', i) * 10)] ?? 0) + 1;
  for (const count of tenths) expect(count).toBeGreaterThan(800);
});
