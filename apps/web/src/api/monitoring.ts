import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

export const version = queryOptions({
  queryKey: ['version'],
  queryFn: ({ signal }) => call('GET /api/version', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** While the agents are built. */
const BUILD_REFRESH_MS = 3_000;

/** Asked again by every page that opens, because agents can be added while a server runs. */
export const agentVersion = queryOptions({
  queryKey: ['agent', 'version'],
  queryFn: ({ signal }) => call('GET /api/agent/version', { signal }),
  refetchInterval: ({ state }) => (state.data?.build === 'running' ? BUILD_REFRESH_MS : false),
});
