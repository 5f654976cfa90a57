import { expect, test } from 'vitest';
import { createRunningTime } from './running-time.ts';

test('time in which the process is suspended counts as at most one interval; running time counts fully', () => {
  let now = 1000;
  const { running: time, asleep } = createRunningTime(() => now);
  const start = time();
  for (let beat = 0; beat < 60; beat++) {
    now += 1000;
    time();
  }
  expect(time() - start).toBe(60_000);
  now += 8 * 3_600_000;
  expect(time() - start).toBe(61_000);
  now += 2900;
  expect(time() - start).toBe(63_900);
  expect(asleep()).toBe(8 * 3_600_000 - 1000);
});
