import { expect, test } from 'vitest';
import { settled, settling } from './settled.ts';

const alike = (a: { id: string }, b: { id: string }) => a.id === b.id;
const list = (...ids: string[]) => ids.map((id) => ({ id }));

test('a list with the same content stays the same object', () => {
  const before = list('a', 'b');
  expect(settled(before, list('a', 'b'), alike)).toBe(before);
});

test('another thing, another order, one more and one less make another list', () => {
  const before = list('a', 'b');
  for (const now of [list('a', 'c'), list('b', 'a'), list('a', 'b', 'c'), list('a'), []])
    expect(settled(before, now, alike)).toBe(now);
});

test('an item that is the same object is not compared', () => {
  const before = list('a', 'b', 'c');
  let asked = 0;
  settled(before, [...before.slice(0, 2), { id: 'c' }], (a, b) => {
    asked++;
    return alike(a, b);
  });
  expect(asked).toBe(1);
});

test('the first of all lists that are alike stands, until one is different; without a comparison each list stands', () => {
  const settle = settling(alike);
  const [first, second, other] = [list('a', 'b'), list('a', 'b'), list('a')];
  expect([first, second, list('a', 'b'), first].map(settle)).toEqual([first, first, first, first]);
  expect(settle(second)).toBe(first);
  expect(settle(other)).toBe(other);
  expect(settle(second)).toBe(second);
  const every = settling(null);
  expect(every(first)).toBe(first);
  expect(every(second)).toBe(second);
});

test('an item that was compared once is not compared again', () => {
  let asked = 0;
  const settle = settling<{ id: string }>((a, b) => {
    asked++;
    return alike(a, b);
  });
  const next = list('a', 'b');
  for (const now of [list('a', 'b'), next, [...next]]) settle(now);
  expect(asked).toBe(2);
});
