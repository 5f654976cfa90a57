// What the shell asks beside the live connection.
import type { getVersion } from '@belfry/schema/http/monitoring';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

export const version = queryOptions({
  queryKey: ['version'],
  queryFn: () => call<typeof getVersion>('GET /api/version'),
  staleTime: Number.POSITIVE_INFINITY,
});
