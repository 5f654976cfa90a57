import { expect, test } from 'vitest';
import { type CountedCalls, fastCalls, hourOf } from './measured-cost.ts';

const counted = (at: number, calls: number): CountedCalls => ({
  at,
  calls: [
    { instance: 'dc', poll: 'guest-agents', calls: 5000, failed: 0, lastDurationMs: 1 },
    { instance: 'dc', poll: 'resources', calls, failed: 0, lastDurationMs: 1 },
  ],
});

test('calls of the fast poll are counted over a minute or more, and start over with the server', () => {
  expect(fastCalls('dc', counted(0, 100), counted(59_000, 112))).toBeUndefined();
  expect(fastCalls('dc', counted(0, 100), counted(120_000, 124))).toBe(12);
  expect(fastCalls('dc', counted(0, 100), counted(120_000, 3))).toBeUndefined();
  expect(fastCalls('other', counted(0, 100), counted(120_000, 124))).toBeUndefined();
});

test('an hour has its last known value, and a mean when half of it is known', () => {
  expect(hourOf({ mean: [null, ...Array(15).fill(2), ...Array(15).fill(4), null] })).toEqual({ last: 4, mean: 3 });
  expect(hourOf({ mean: [null, 2, 4, null] })).toEqual({ last: 4, mean: undefined });
  expect(hourOf({ mean: [null] })).toBeUndefined();
});
