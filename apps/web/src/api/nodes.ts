// The hosts Belfry watches and what a scan of the network found, kept fresh by events of the socket.
import { kinds, type NodeType } from '@belfry/schema/config/kinds';
import type { DiscoveryReply, getDiscovery, startDiscovery } from '@belfry/schema/http/discovery';
import type { listNodes } from '@belfry/schema/http/nodes';
import type { DiscoveredServer } from '@belfry/schema/messages/discovery';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Message } from '../live/message.ts';
import { useLiveStore } from '../live/use-live.ts';
import { ApiError, call } from './client.ts';

const LOAD_AGAIN_MS = 3_000;
/** While hosts are being asked for the first time, and while a scan runs. */
const WATCH_MS = 3_000;
const DISCOVERY_REFRESH_MS = 30_000;

export const nodes = queryOptions({
  queryKey: ['nodes'],
  queryFn: () => call<typeof listNodes>('GET /api/config/nodes'),
  // once, where waiting can help
  retry: (failures, error) => failures < 1 && error instanceof ApiError && (error.status === 429 || error.status === 0),
  retryDelay: LOAD_AGAIN_MS,
  refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'pending') ? WATCH_MS : false),
});

/** Null where this server has no discovery. */
export const discovery = queryOptions({
  queryKey: ['discovery'],
  queryFn: async (): Promise<DiscoveryReply | null> => {
    try {
      return await call<typeof getDiscovery>('GET /api/discover');
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  },
  refetchInterval: ({ state }) => (state.data ? (state.data.scanning ? WATCH_MS : DISCOVERY_REFRESH_MS) : false),
});

/** While a form is open: what registers itself or is found shows soon, whether the socket tells of it or not. */
export function useWatchedClosely(): void {
  useQuery({ ...nodes, refetchInterval: WATCH_MS });
  useQuery({ ...discovery, refetchInterval: WATCH_MS });
}

export async function scan(queries: QueryClient): Promise<void> {
  const reply = await call<typeof startDiscovery>('POST /api/discover', { body: {} });
  queries.setQueryData(discovery.queryKey, reply);
}

/** Once per page, while signed in. `onRegistered` gets the words of the toast. */
export function useNodeEvents(onRegistered: (text: string) => void): void {
  const live = useLiveStore();
  const queries = useQueryClient();
  useEffect(
    () =>
      live.onEvent((message) => {
        if (changesNodes(message)) void queries.invalidateQueries({ queryKey: nodes.queryKey });
        if (message.type === 'node_auto_registered') onRegistered(registeredText(message.data));
        queries.setQueryData(discovery.queryKey, (known) => known && discovered(known, message));
      }),
    [live, queries, onRegistered],
  );
}

const changesNodes = ({ type }: Message): boolean =>
  type === 'nodes_changed' || type === 'node_deleted' || type === 'node_auto_registered';

export const registeredText = ({ type, name }: { type: NodeType; name: string }): string =>
  `${kinds[type].title} node "${name}" was successfully auto-registered and is now being monitored!`;

/** What a scan says on the way, put into what is known. */
export function discovered(known: DiscoveryReply, message: Message): DiscoveryReply {
  switch (message.type) {
    case 'discovery_started':
      return { ...known, scanning: true };
    case 'discovery_update':
      return {
        ...known,
        servers: message.data.immediate ? merged(known.servers, message.data.servers) : message.data.servers,
        errors: message.data.errors,
      };
    case 'discovery_complete':
      return { ...known, scanning: false, updated: message.data.timestamp };
    default:
      return known;
  }
}

/** What is found on the way is told one by one; a place that was known answers anew. */
function merged(known: readonly DiscoveredServer[], found: readonly DiscoveredServer[]): DiscoveredServer[] {
  const place = ({ ip, port }: DiscoveredServer) => `${ip}:${port}`;
  const anew = new Set(found.map(place));
  return [...known.filter((server) => !anew.has(place(server))), ...found];
}
