import { expect, test } from 'vitest';
import { bucketMs, MAX_BUCKETS } from './history-buckets.ts';

const HOUR = 3_600_000;

test.each([
  ['a day', 24, 1],
  ['a week', 7 * 24, 6],
  ['30 days', 30 * 24, 24],
  ['two months and a day', 61 * 24, 72],
  ['a minute', 1 / 60, 1],
])('the bars of %s', (_, range, hours) => {
  expect(bucketMs(range * HOUR)).toBe(hours * HOUR);
});

test('at most thirty bars are needed for up to 1,800 days', () => {
  for (let hours = 1; hours <= 1440 * MAX_BUCKETS; hours += 97)
    expect(Math.ceil((hours * HOUR) / bucketMs(hours * HOUR))).toBeLessThanOrEqual(MAX_BUCKETS);
});
