import { expect, test } from 'vitest';
import { steady } from './steady.ts';

test('a result stays the same object until it says something else, and is made only for other arguments', () => {
  let made = 0;
  const names = steady(
    (things: readonly { name: string }[]) => {
      made++;
      return things.map(({ name }) => name);
    },
    (a, b) => a.join() === b.join(),
  );
  const things = [{ name: 'a' }];
  const first = names(things);
  expect(names(things)).toBe(first);
  expect(made).toBe(1);
  expect(names([{ name: 'a' }])).toBe(first);
  expect(names([{ name: 'b' }])).toEqual(['b']);
  expect(made).toBe(3);
});
