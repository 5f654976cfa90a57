import { expect, test } from 'vitest';
import { nextOrder } from './next-order.ts';

const clicks = (column: { sort: string; descends?: boolean }, ends: boolean) => {
  const first = nextOrder(null, column, ends);
  const second = nextOrder(first, column, ends);
  return [first, second, nextOrder(second, column, ends)].map((order) => order?.descending ?? null);
};

test('the first click on a head sorts in the direction of its column, the second reverses the order', () => {
  expect(clicks({ sort: 'name' }, false)).toEqual([false, true, false]);
  expect(clicks({ sort: 'cpu', descends: true }, false)).toEqual([true, false, true]);
});

test('where the order can end, the third click returns to the default order', () => {
  expect(clicks({ sort: 'name' }, true)).toEqual([false, true, null]);
  expect(clicks({ sort: 'cpu', descends: true }, true)).toEqual([true, false, null]);
});

test('a click on another column begins with the first direction of that column', () => {
  expect(nextOrder({ key: 'cpu', descending: false }, { sort: 'name' }, true)).toEqual({
    key: 'name',
    descending: false,
  });
});
