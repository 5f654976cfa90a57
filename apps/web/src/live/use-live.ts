// How a component reads the replica.
import type { DockerHost } from '@belfry/schema/entities/docker';
import type { Instance } from '@belfry/schema/entities/instance';
import type { State } from '@belfry/schema/state';
import { createContext, use, useSyncExternalStore } from 'react';
import type { Live, LiveStore } from './replica.ts';
import type { ConnectionState } from './socket.ts';

export const LiveContext = createContext<LiveStore | null>(null);

export function useLiveStore(): LiveStore {
  const store = use(LiveContext);
  if (!store) throw new Error('no LiveContext above this component');
  return store;
}

/** Renders again when `select` returns another value. `select` must not build a new object each time. */
export function useLive<T>(select: (live: Live) => T): T {
  const store = useLiveStore();
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}

const none: never[] = [];

/** One list or object of the state; empty before the first snapshot. */
export function useList<L extends keyof State>(name: L): State[L] | readonly never[] {
  return useLive(({ state }) => state?.[name] ?? none);
}

/** One configured instance, by its id. */
export const useInstance = (id: string): Instance | undefined =>
  useLive(({ state }) => state?.instances.find((instance) => instance.id === id));

/** From the id of an instance to its current name. An id that is not in the state is returned unchanged. */
export function useInstanceNames(): (id: string) => string {
  const instances = useList('instances');
  return (id) => instances.find((instance) => instance.id === id)?.name ?? id;
}

/** Not `useList`: an empty list must arrive three times before it is shown. */
export const useDockerHosts = (): readonly DockerHost[] => useLive(({ docker }) => docker.hosts);

export const useConnection = (): ConnectionState => useLive((live) => live.connection);
