import { expect, test } from 'vitest';
import { asBefore, keepOrder } from './keep-order.ts';

const thing = (id: string, figure = 0) => ({ id, figure });

test('held rows keep their places and show current figures; removed ones go, and new ones are at the end', () => {
  const [a, c, d] = [thing('a', 1), thing('c', 3), thing('d', 4)];
  const all = new Map([a, c, d].map((each) => [each.id, each]));
  expect(keepOrder(['b', 'c', 'a'], [a, d, c], all)).toEqual([c, a, d]);
});

test('groups keep their order, new ones come after them in their own order', () => {
  const groups = ['z', 'new-b', 'a', 'new-a'].map((key) => ({ key }));
  const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);
  expect(groups.sort(asBefore(['z', 'a'], byKey)).map(({ key }) => key)).toEqual(['z', 'a', 'new-a', 'new-b']);
});
