import { expect, test } from 'vitest';
import { nextTop, pageOf } from './paging.ts';

const at = (top: number, whole = 1000) => ({ top, whole, view: 490 });

test('a screen moves page by page, the last one ends at the end, and the first one follows', () => {
  expect([nextTop(at(0)), nextTop(at(400)), nextTop(at(510))]).toEqual([400, 510, 0]);
  expect([pageOf(at(0)), pageOf(at(400)), pageOf(at(510))]).toEqual([
    { page: 1, pages: 3 },
    { page: 2, pages: 3 },
    { page: 3, pages: 3 },
  ]);
});

test('what fits stays where it is', () => {
  expect(nextTop(at(0, 490))).toBe(0);
  expect(pageOf(at(0, 200))).toEqual({ page: 1, pages: 1 });
});
