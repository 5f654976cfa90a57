// What the frame of the app asks for, in addition to the live connection.
import type { getAgentVersion } from '@belfry/schema/http/docker';
import type { getVersion } from '@belfry/schema/http/monitoring';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

export const version = queryOptions({
  queryKey: ['version'],
  queryFn: ({ signal }) => call<typeof getVersion>('GET /api/version', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Asked again by every page that opens, because agents can be added while a server runs. */
export const agentVersion = queryOptions({
  queryKey: ['agent', 'version'],
  queryFn: ({ signal }) => call<typeof getAgentVersion>('GET /api/agent/version', { signal }),
});
