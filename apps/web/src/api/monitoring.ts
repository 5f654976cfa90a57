// What the shell asks before and beside the live connection.
import type { Version } from '@belfry/schema/http/monitoring';
import { queryOptions } from '@tanstack/react-query';
import { getJson, getStatus } from './client.ts';

/** Anything but a 401 opens the app (requirement 1 §4.4). */
export const signedIn = queryOptions({
  queryKey: ['signed-in'],
  queryFn: async () => (await getStatus('/api/state')) !== 401,
  staleTime: Number.POSITIVE_INFINITY,
});

export const version = queryOptions({
  queryKey: ['version'],
  queryFn: () => getJson<Version>('/api/version'),
  staleTime: Number.POSITIVE_INFINITY,
});
