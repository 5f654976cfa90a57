import { expect, test } from 'vitest';
import { backoffMs } from './backoff.ts';

test('each failure doubles the wait, up to the longest one', () => {
  expect([1, 2, 3, 4, 5, 5000].map((failures) => backoffMs(failures, 10, 100))).toEqual([10, 20, 40, 80, 100, 100]);
});
