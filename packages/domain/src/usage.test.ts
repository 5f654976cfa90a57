import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { percent, roundTo, usageOf } from './usage.ts';

const bytes = fc.double({ min: 0, max: 1e18, noNaN: true });

test('a percentage is between 0 and 100, for any numbers of bytes', () =>
  fc.assert(
    fc.property(bytes, bytes, (used, total) => {
      const usage = percent(used, total);
      return usage >= 0 && usage <= 100;
    }),
  ));

test('more used is never a smaller percentage', () =>
  fc.assert(
    fc.property(bytes, bytes, bytes, (a, b, total) => percent(Math.min(a, b), total) <= percent(Math.max(a, b), total)),
  ));

test('a use above the total is shown unchanged, with a full bar and no free space', () => {
  expect(usageOf(1000, 1500)).toEqual({ total: 1000, used: 1500, free: 0, usage: 100 });
});

test('zero of zero is 0 percent', () => {
  expect(usageOf(0, 0)).toEqual({ total: 0, used: 0, free: 0, usage: 0 });
});

test('percentages have one decimal', () => {
  expect(percent(1, 3)).toBe(33.3);
  expect(roundTo(0.123456, 4)).toBe(0.1235);
});
