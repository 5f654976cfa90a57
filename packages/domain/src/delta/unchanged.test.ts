import { expect, test } from 'vitest';
import { withUnchanged } from './unchanged.ts';

const [a, b, c] = [{ id: 'a' }, { id: 'b', size: 1 }, { id: 'c', place: { node: 'x' } }];

test('what is equal stays the same object, in the order of the new list', () => {
  const list = withUnchanged([a, b, c], [{ ...c, place: { node: 'x' } }, { ...b, size: 2 }, { id: 'd' }, { ...a }]);
  expect(list).toEqual([c, { ...b, size: 2 }, { id: 'd' }, a]);
  expect([list[0], list[3]].every((entity, n) => entity === [c, a][n])).toBe(true);
});

test('a list in which nothing differs is the list before', () => {
  const before = [a, b];
  expect(withUnchanged(before, [{ ...a }, { ...b }])).toBe(before);
  expect(withUnchanged(before, [{ ...a }])).not.toBe(before);
});
