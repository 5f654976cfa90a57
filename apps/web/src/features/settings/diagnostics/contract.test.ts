import { expect, test } from 'vitest';
import { type CountedCalls, fastCalls, hourOf, mostMemory, mostSent, mostWritten } from './contract.ts';

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

test('the limits are those of the README, and grow with guests and browsers', () => {
  expect(mostMemory(100) / 2 ** 20).toBe(175);
  expect(mostMemory(10_000) / 2 ** 20).toBe(355);
  expect(mostWritten(50) * 86_400).toBe(60e6);
  expect(mostWritten(200) * 86_400).toBe(120e6);
  expect([mostSent(80, 0), mostSent(2000, 3)]).toEqual([2000, 12_000]);
});

test('an hour has its last known value, and a mean when half of it is known', () => {
  expect(hourOf({ mean: [null, ...Array(15).fill(2), ...Array(15).fill(4), null] })).toEqual({ last: 4, mean: 3 });
  expect(hourOf({ mean: [null, 2, 4, null] })).toEqual({ last: 4, mean: undefined });
  expect(hourOf({ mean: [null] })).toBeUndefined();
});
