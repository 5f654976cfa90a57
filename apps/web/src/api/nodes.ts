// The configured hosts, and the result of the last scan of the network.
import type { DiscoveryReply } from '@belfry/schema/http/discovery';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError, call } from './client.ts';
import { discoveryKey, hosts } from './node-events.ts';

/** The interval while a host waits for its first answer, and while a scan runs. */
const FAST_REFRESH_MS = 3_000;
const DISCOVERY_REFRESH_MS = 30_000;
/** The interval after an error, so that an open page recovers without a reload. */
const ERROR_REFRESH_MS = 15_000;

/** The ms until the next load. False: no load until something changes. With data and without an error, `ofData` decides. */
export function nextLoad<T>(
  { data, status }: { data: T | undefined; status: string },
  ofData: (data: T) => number | false,
): number | false {
  if (status === 'error') return ERROR_REFRESH_MS;
  return data === undefined ? false : ofData(data);
}

export const nodes = queryOptions({
  ...hosts,
  refetchInterval: ({ state }) =>
    nextLoad(state, (known) => (known.some(({ status }) => status === 'pending') ? FAST_REFRESH_MS : false)),
});

/** The hosts that a scan found. Null: this server has no discovery. */
export const discovery = queryOptions({
  queryKey: discoveryKey,
  queryFn: async ({ signal }): Promise<DiscoveryReply | null> => {
    try {
      return await call('GET /api/discover', { signal });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  },
  refetchInterval: ({ state }) =>
    nextLoad(state, (reply) => reply !== null && (reply.scanning ? FAST_REFRESH_MS : DISCOVERY_REFRESH_MS)),
});

/** For an open form: a new host appears within seconds, even if the socket does not announce it. */
export function useFastRefresh(): void {
  useQuery({ ...nodes, refetchInterval: FAST_REFRESH_MS });
  useQuery({ ...discovery, refetchInterval: FAST_REFRESH_MS });
}

/** Starts a scan. Its results arrive with later loads of `discovery`. */
export async function scan(queries: QueryClient): Promise<void> {
  const reply = await call('POST /api/discover', { body: {} });
  queries.setQueryData(discovery.queryKey, reply);
}
