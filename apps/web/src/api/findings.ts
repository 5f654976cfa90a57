// What the configuration of one resource shows at present.
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

/** The configurations are read about once an hour. */
const REFRESH_MS = 60_000;

export const findingsOf = (resource: string) =>
  queryOptions({
    queryKey: ['journal', 'findings', resource],
    queryFn: async ({ signal }) => (await call('GET /api/journal/findings', { query: { resource }, signal })).findings,
    refetchInterval: REFRESH_MS,
  });
