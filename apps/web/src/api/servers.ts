import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

/** Null: this server is alone. */
export const servers = queryOptions({
  queryKey: ['servers'],
  queryFn: ({ signal }) => call('GET /api/servers', { signal }),
  refetchInterval: 10_000,
  retry: false,
});
