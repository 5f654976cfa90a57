// The configured hosts and the result of a scan of the network, kept up to date by messages on the socket.

import { kinds, type NodeType } from '@belfry/schema/config/kinds';
import type { DiscoveryReply, getDiscovery, startDiscovery } from '@belfry/schema/http/discovery';
import type { listNodes } from '@belfry/schema/http/nodes';
import type { DiscoveredServer } from '@belfry/schema/messages/discovery';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Message } from '../live/message.ts';
import { useLiveStore } from '../live/use-live.ts';
import { ApiError, call } from './client.ts';
import { messages } from './messages.ts';

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
  queryKey: ['nodes'],
  queryFn: ({ signal }) => call<typeof listNodes>('GET /api/config/nodes', { signal }),
  // one retry, where waiting can help
  retry: (failures, error) => failures < 1 && error instanceof ApiError && (error.status === 429 || error.status === 0),
  retryDelay: LOAD_AGAIN_MS,
  refetchInterval: ({ state }) =>
    nextLoad(state, (known) => (known.some(({ status }) => status === 'pending') ? WATCH_MS : false)),
});

/** Null where this server has no discovery. */
export const discovery = queryOptions({
  queryKey: ['discovery'],
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

/** Once per page, while signed in. `onRegistered` gets the text of the toast. */
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
  messages.registered(kinds[type].title, name);

/** Merges a message of a running scan into the known result. */
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

/** Messages of a scan name one host each. A host at a known address replaces the old entry. */
function merged(known: readonly DiscoveredServer[], found: readonly DiscoveredServer[]): DiscoveredServer[] {
  const place = ({ ip, port }: DiscoveredServer) => `${ip}:${port}`;
  const places = new Set(found.map(place));
  return [...known.filter((server) => !places.has(place(server))), ...found];
}
