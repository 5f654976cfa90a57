// Belfry's own settings, and whether this is a demo.
import type { SystemUpdate } from '@belfry/schema/http/system';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError, call, getHeader } from './client.ts';

export const system = queryOptions({
  queryKey: ['system'],
  queryFn: async ({ signal }) => {
    try {
      return await call('GET /api/config/system', { signal });
    } catch (error) {
      // a proxy in front may refuse this address; the same settings have a second one. It would be as lost or as forbidden
      if (!(error instanceof ApiError) || error.status === 0 || error.status === 401) throw error;
      return (await call('GET /api/settings', { signal })).current;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Throws ApiError; its details name the invalid settings. */
export async function saveSystem(queries: QueryClient, body: SystemUpdate): Promise<void> {
  await call('POST /api/system/settings/update', { body });
  // saved, even if the settings cannot be loaded now
  queries.setQueryData(system.queryKey, (known) => known && ({ ...known, ...body } as typeof known));
  await queries.invalidateQueries({ queryKey: system.queryKey });
}

export const demo = queryOptions({
  queryKey: ['demo'],
  queryFn: async ({ signal }) => (await getHeader('/api/health', 'X-Demo-Mode', { signal })) === 'true',
  staleTime: Number.POSITIVE_INFINITY,
});
