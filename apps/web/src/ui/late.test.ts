import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterFirstScreen, fetchCode } from './late.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const failing = (times: number, error: Error) => {
  let attempts = 0;
  const load = async () => {
    if (++attempts <= times) throw error;
    return 'code';
  };
  return { load, attempts: () => attempts };
};

test('code that cannot be fetched is requested again, with growing waits, until it comes', async () => {
  const { load, attempts } = failing(3, new TypeError('error loading dynamically imported module: x.js'));
  const code = fetchCode(load);
  await vi.advanceTimersByTimeAsync(500 + 1000 + 1999);
  expect(attempts()).toBe(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(await code).toBe('code');
});

test('code that fails when it starts is not requested again', async () => {
  const { load, attempts } = failing(Number.POSITIVE_INFINITY, new ReferenceError('x is not defined'));
  await expect(fetchCode(load)).rejects.toThrow('x is not defined');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(attempts()).toBe(1);
});

test('a part that the first picture does not need waits a second, and later parts do not wait again', async () => {
  let ready = false;
  void afterFirstScreen().then(() => {
    ready = true;
  });
  await vi.advanceTimersByTimeAsync(999);
  expect(ready).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(ready).toBe(true);
  await afterFirstScreen();
});
