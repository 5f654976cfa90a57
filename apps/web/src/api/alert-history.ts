import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

/** Alerts begin and end while somebody looks. */
const REFRESH_MS = 30_000;
const MOST = '200';

/** The newest first. `resource` is its id. */
export const alertsOf = (resource: string) =>
  queryOptions({
    queryKey: ['alert-history', 'resource', resource],
    queryFn: ({ signal }) => call('GET /api/alerts/history', { query: { resource, limit: MOST }, signal }),
    refetchInterval: REFRESH_MS,
  });
