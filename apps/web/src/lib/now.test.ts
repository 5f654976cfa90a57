import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MINUTE_MS, readNow, subscribe } from './now.ts';

beforeEach(() => vi.useFakeTimers({ now: 600_000 }));
afterEach(() => vi.useRealTimers());

test('a text in minutes changes once a minute, a text in seconds once a second', () => {
  const seen = { seconds: new Set<number>(), minutes: new Set<number>() };
  const stop = subscribe(() => {
    seen.seconds.add(readNow(1000));
    seen.minutes.add(readNow(MINUTE_MS));
  });
  vi.advanceTimersByTime(119_000);
  stop();
  expect([seen.seconds.size, seen.minutes.size]).toEqual([119, 2]);
});
