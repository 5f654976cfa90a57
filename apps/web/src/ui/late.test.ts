import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchCode } from '../lib/late-code.ts';
import { afterFirstScreen, inTurn } from './late.ts';

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

test('parts that the first picture does not need wait a second, come one after the other, and later do not wait', async () => {
  const ready: string[] = [];
  for (const part of ['first', 'second']) void afterFirstScreen().then(() => ready.push(part));
  await vi.advanceTimersByTimeAsync(999);
  expect(ready).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(ready).toEqual(['first']);
  await vi.advanceTimersByTimeAsync(100);
  expect(ready).toEqual(['first', 'second']);
  await vi.advanceTimersByTimeAsync(5_000);
  void afterFirstScreen().then(() => ready.push('later'));
  await vi.advanceTimersByTimeAsync(0);
  expect(ready).toEqual(['first', 'second', 'later']);
});

test('code that is loaded in advance is requested in turn, and code that fails does not keep the next from its turn', async () => {
  const asked: string[] = [];
  const loads = ['a', 'b'].map((name) => () => {
    asked.push(name);
    return Promise.reject(new Error(name));
  });
  const all = inTurn(loads);
  expect(asked).toEqual(['a']);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toEqual(['a', 'b']);
  await vi.advanceTimersByTimeAsync(1);
  await all;
});
