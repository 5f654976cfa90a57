// How a component reads the replica.
import { type Figures, unknownFigures } from '@belfry/domain/guest-figures';
import type { DockerHost } from '@belfry/schema/entities/docker';
import type { Instance } from '@belfry/schema/entities/instance';
import { createContext, use, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { settling } from '../lib/settled.ts';
import { type Facts, type GuestFigures, noFigures } from './figures.ts';
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
export function useList<L extends keyof Facts>(name: L): Facts[L] | readonly never[] {
  return useLive(({ state }) => state?.[name] ?? none);
}

/**
 * The same list while its items are `alike`, and the component renders only when they are not: a list such as that of the nodes comes
 * with every poll, and most polls change only its figures. `alike` must be the same function each time.
 */
export function useSettledList<L extends keyof Facts>(
  name: Facts[L] extends readonly unknown[] ? L : never,
  alike: (a: ItemOf<L>, b: ItemOf<L>) => boolean,
): readonly ItemOf<L>[] {
  const settle = useMemo(() => settling(alike), [alike]);
  return useLive(({ state }) => settle((state?.[name] ?? none) as readonly ItemOf<L>[]));
}

type ItemOf<L extends keyof Facts> = Facts[L] extends readonly (infer Item)[] ? Item : never;

/** The current figures of a guest. A row that is not `inView` keeps the ones it has. */
export function useFigures(id: string, inView = true): Figures {
  const shown = useRef<Figures>(undefined);
  const figures = useLive((live) => (inView ? undefined : shown.current) ?? live.figures.get(id));
  useEffect(() => {
    shown.current = figures;
  }, [figures]);
  return figures ?? unknownFigures;
}

/** The figures of all guests, for sorting and filtering by them. Without `needed` it is empty, and no update renders. */
export const useAllFigures = (needed: boolean): GuestFigures => useLive((live) => (needed ? live.figures : noFigures));

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
