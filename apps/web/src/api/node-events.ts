// Keeps the configured hosts and the result of a scan up to date by messages on the socket. The first screen needs no more of them.
import { kinds, type NodeType } from '@belfry/schema/config/kinds';
import type { DiscoveryReply } from '@belfry/schema/http/discovery';
import type { NodeView } from '@belfry/schema/http/nodes';
import type { DiscoveredServer } from '@belfry/schema/messages/discovery';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Message } from '../live/message.ts';
import { useLiveStore } from '../live/use-live.ts';
import { ApiError, call } from './client.ts';
import { messages } from './messages.ts';

export const nodesKey = ['nodes'];
export const discoveryKey = ['discovery'];

/** Every reader of the hosts has the same call and the same retry, because the last reader decides for all. */
export const hosts = queryOptions({
  queryKey: nodesKey,
  queryFn: ({ signal }) => call('GET /api/config/nodes', { signal }),
  // One retry where waiting can help: after too many calls (429), or no answer (0).
  retry: (failures, error) => failures < 1 && error instanceof ApiError && (error.status === 429 || error.status === 0),
  retryDelay: 3_000,
});

/**
 * The configured hosts, where they are loaded: in the browser of an administrator who has just added one. It asks the server nothing.
 * The live state has a host only from its first answer on.
 */
export const useLoadedHosts = (): readonly NodeView[] => useQuery({ ...hosts, enabled: false }).data ?? [];

/** Once per page, while signed in. `onRegistered` gets the text of the toast. */
export function useNodeEvents(onRegistered: (text: string) => void): void {
  const live = useLiveStore();
  const queries = useQueryClient();
  useEffect(
    () =>
      live.onEvent((message) => {
        if (changesNodes(message)) void queries.invalidateQueries({ queryKey: nodesKey });
        if (message.type === 'node_auto_registered') onRegistered(registeredText(message.data));
        queries.setQueryData<DiscoveryReply | null>(discoveryKey, (known) => known && discovered(known, message));
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
