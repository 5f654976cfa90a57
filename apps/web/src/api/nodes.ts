// The configured hosts and the result of a scan of the network.
import type { DiscoveryReply, getDiscovery, startDiscovery } from '@belfry/schema/http/discovery';
import type { listNodes } from '@belfry/schema/http/nodes';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError, call } from './client.ts';
import { discoveryKey, nodesKey } from './node-events.ts';

const LOAD_AGAIN_MS = 3_000;
/** How often to load again while a host waits for its first answer, and while a scan runs. */
const WATCH_MS = 3_000;
const DISCOVERY_REFRESH_MS = 30_000;
/** After an error: a page that stays open gets well again by itself. */
const AFTER_ERROR_MS = 15_000;

/** When to load again, in ms; false: not before something changes. */
export function nextLoad<T>(
  { data, status }: { data: T | undefined; status: string },
  ofKnown: (known: T) => number | false,
): number | false {
  if (status === 'error') return AFTER_ERROR_MS;
  return data === undefined ? false : ofKnown(data);
}

export const nodes = queryOptions({
  queryKey: nodesKey,
  queryFn: ({ signal }) => call<typeof listNodes>('GET /api/config/nodes', { signal }),
  // one retry, where waiting can help
  retry: (failures, error) => failures < 1 && error instanceof ApiError && (error.status === 429 || error.status === 0),
  retryDelay: LOAD_AGAIN_MS,
  refetchInterval: ({ state }) =>
    nextLoad(state, (known) => (known.some(({ status }) => status === 'pending') ? WATCH_MS : false)),
});

/** Null where this server has no discovery. */
export const discovery = queryOptions({
  queryKey: discoveryKey,
  queryFn: async ({ signal }): Promise<DiscoveryReply | null> => {
    try {
      return await call<typeof getDiscovery>('GET /api/discover', { signal });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  },
  refetchInterval: ({ state }) =>
    nextLoad(state, (known) => known !== null && (known.scanning ? WATCH_MS : DISCOVERY_REFRESH_MS)),
});

/** Used while a form is open: a host that registers or is found is shown soon, even if the socket does not announce it. */
export function useWatchedClosely(): void {
  useQuery({ ...nodes, refetchInterval: WATCH_MS });
  useQuery({ ...discovery, refetchInterval: WATCH_MS });
}

export async function scan(queries: QueryClient): Promise<void> {
  const reply = await call<typeof startDiscovery>('POST /api/discover', { body: {} });
  queries.setQueryData(discovery.queryKey, reply);
}
