import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MINUTE_MS, noteServerTime, readNow, subscribe, timeNow } from './now.ts';

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

test('a browser clock that is wrong by more than a minute is corrected by the time of the server, and told once', () => {
  let told = 0;
  const stop = subscribe(() => told++);
  noteServerTime(Date.now() - 50_000);
  expect([timeNow() - Date.now(), told]).toEqual([0, 0]);
  noteServerTime(Date.now() - 7_200_000);
  noteServerTime(Date.now() - 7_203_000);
  expect([timeNow() - Date.now(), told]).toEqual([-7_200_000, 1]);
  expect(readNow(1)).toBe(timeNow());
  // somebody has set the clock right
  noteServerTime(Date.now());
  expect([timeNow() - Date.now(), told]).toEqual([0, 2]);
  stop();
});
