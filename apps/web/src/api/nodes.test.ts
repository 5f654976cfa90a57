import { expect, test } from 'vitest';
import { nextLoad } from './nodes.ts';

test('a list that could not be loaded is requested again later; one that is known only while something is expected', () => {
  const expected = (known: string) => known === 'waiting' && 3000;
  expect(nextLoad({ data: undefined, status: 'pending' }, expected)).toBe(false);
  expect(nextLoad({ data: undefined, status: 'error' }, expected)).toBe(15_000);
  expect(nextLoad({ data: 'old', status: 'error' }, expected)).toBe(15_000);
  expect(nextLoad({ data: 'waiting', status: 'success' }, expected)).toBe(3000);
  expect(nextLoad({ data: 'settled', status: 'success' }, expected)).toBe(false);
});
