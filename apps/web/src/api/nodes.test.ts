import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { hosts } from './node-events.ts';
import { nextLoad, nodes } from './nodes.ts';

test('a list that could not be loaded is requested again later; one that is known only while something is expected', () => {
  const expected = (known: string) => known === 'waiting' && 3000;
  expect(nextLoad({ data: undefined, status: 'pending' }, expected)).toBe(false);
  expect(nextLoad({ data: undefined, status: 'error' }, expected)).toBe(15_000);
  expect(nextLoad({ data: 'old', status: 'error' }, expected)).toBe(15_000);
  expect(nextLoad({ data: 'waiting', status: 'success' }, expected)).toBe(3000);
  expect(nextLoad({ data: 'settled', status: 'success' }, expected)).toBe(false);
});

test('a reader that only wants what is loaded leaves the call and the retry of the hosts as they are', () => {
  const queries = new QueryClient();
  for (const reader of [nodes, hosts])
    new QueryObserver(queries, { ...reader, enabled: false }).subscribe(() => undefined);
  const { options } = queries.getQueryCache().find({ queryKey: nodes.queryKey }) ?? {};
  expect([options?.queryFn, options?.retry, options?.retryDelay]).toEqual([nodes.queryFn, nodes.retry, 3000]);
});
