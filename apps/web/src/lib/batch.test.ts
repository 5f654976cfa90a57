import { expect, test, vi } from 'vitest';
import { createBatch } from './batch.ts';

test('keys that are asked for at the same moment are loaded together, at most so many at once, and each gets its own value', async () => {
  const load = vi.fn(async (keys: readonly number[]) => keys.map((key) => key * 10));
  const ask = createBatch(load, { waitMs: 0, most: 2 });
  expect(await Promise.all([1, 2, 3].map(ask))).toEqual([10, 20, 30]);
  expect(load.mock.calls).toEqual([[[1, 2]], [[3]]]);
  expect(await ask(4)).toBe(40);
});

test('a request that fails fails for its own keys only', async () => {
  const ask = createBatch(
    async (keys: readonly number[]) => {
      if (keys.includes(1)) throw new Error('no');
      return keys;
    },
    { waitMs: 0, most: 1 },
  );
  expect(await Promise.allSettled([ask(1), ask(2)])).toMatchObject([
    { status: 'rejected' },
    { status: 'fulfilled', value: 2 },
  ]);
});
