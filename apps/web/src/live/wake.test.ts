import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onSleep } from './wake.ts';

beforeEach(() => vi.useFakeTimers({ now: 0 }));
afterEach(() => vi.useRealTimers());

test('a sleep is noticed by a timer that comes late, and a page in the background is not taken for one', () => {
  let slept = 0;
  const stop = onSleep(() => slept++);
  vi.advanceTimersByTime(60_000);
  expect(slept).toBe(0);
  vi.setSystemTime(Date.now() + 10_000);
  vi.advanceTimersByTime(5000);
  expect(slept).toBe(0);
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(10_000);
  expect(slept).toBe(1);
  stop();
});
