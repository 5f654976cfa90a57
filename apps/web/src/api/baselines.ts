// Configurations that are compared, and those that were agreed.
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

/** With a time (ISO), with another resource, or with what was agreed. */
export interface CompareAsked {
  resource: string;
  at?: string | undefined;
  with?: string | undefined;
}

export const comparison = ({ resource, at, with: other }: CompareAsked) =>
  queryOptions({
    queryKey: ['baselines', 'compare', resource, at, other],
    queryFn: ({ signal }) =>
      call('GET /api/journal/compare', {
        query: { resource, ...(at !== undefined && { at }), ...(other !== undefined && { with: other }) },
        signal,
      }),
  });

export const baselines = queryOptions({
  queryKey: ['baselines', 'all'],
  queryFn: ({ signal }) => call('GET /api/journal/baselines', { signal }),
  refetchInterval: 30_000,
});

export async function agree(queries: QueryClient, resource: string): Promise<void> {
  await call('POST /api/journal/baselines', { body: { resource } });
  await queries.invalidateQueries({ queryKey: ['baselines'] });
}

export async function forgetAgreed(queries: QueryClient, id: string): Promise<void> {
  await call('DELETE /api/journal/baselines/:id', { params: { id } });
  await queries.invalidateQueries({ queryKey: ['baselines'] });
}
