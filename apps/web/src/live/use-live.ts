// How a component reads the replica.
import { type Figures, type GuestFacts, unknownFigures } from '@belfry/domain/guest-figures';
import type { DockerHost } from '@belfry/schema/entities/docker';
import type { Instance } from '@belfry/schema/entities/instance';
import { createContext, use, useEffect, useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { settling } from '../lib/settled.ts';
import { awaiting, type Facts, type GuestFigures, guestOf, noFigures } from './figures.ts';
import { ALL } from './reduce.ts';
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
 * with every poll, and most polls change only its figures. `alike` must be the same function each time; with null every list is
 * different.
 */
export function useSettledList<L extends keyof Facts>(
  name: Facts[L] extends readonly unknown[] ? L : never,
  alike: ((a: ItemOf<L>, b: ItemOf<L>) => boolean) | null,
): readonly ItemOf<L>[] {
  const settle = useMemo(() => settling(alike), [alike]);
  return useLive(({ state }) => settle((state?.[name] ?? none) as readonly ItemOf<L>[]));
}

type ItemOf<L extends keyof Facts> = Facts[L] extends readonly (infer Item)[] ? Item : never;

/** One guest, by its id. */
export const useGuest = (id: string): GuestFacts | undefined =>
  useLive(({ state }) => (state ? guestOf(state, id) : undefined));

/** The current figures of a guest. */
export const useFigures = (id: string): Figures => useLive((live) => live.figures.get(id)) ?? unknownFigures;

/**
 * Calls `paint` after each render, and with each change of the figures of a guest. Nothing renders then: all figures in view change
 * with a poll, and to render them takes several times as long as to write them. What is not `inView` keeps what it has.
 */
export function usePaintedFigures(id: string, inView: boolean, paint: (figures: Figures) => void): void {
  const store = useLiveStore();
  useLayoutEffect(() => {
    let painted: Figures | undefined;
    const show = () => {
      const figures = store.get().figures.get(id) ?? unknownFigures;
      if (figures !== painted) paint(figures);
      painted = figures;
    };
    show();
    return inView ? store.subscribe(show) : undefined;
  });
}

/** Asks for the readings of guests of an instance while the component is there. Undefined: of none. */
function useShown(instance: string | undefined): void {
  const store = useLiveStore();
  useEffect(() => (instance === undefined ? undefined : store.show(instance)), [store, instance]);
}

/**
 * Whether the readings of a guest are on their way, because it has just come into view. What the page has of them may be old and must not be
 * shown: its figures, file systems and network cards, and its pressure.
 */
export function useAwaited(guest: Pick<GuestFacts, 'instance'> | undefined): boolean {
  useShown(guest?.instance);
  return useLive(({ view }) => guest !== undefined && view !== 'all' && !view.has(guest.instance));
}

/**
 * The figures of all guests, for sorting and filtering by them. Without `needed` it is empty, and no update renders. No guest has a figure
 * until all are in view.
 */
export function useAllFigures(needed: boolean): Pick<GuestFigures, 'get'> {
  useShown(needed ? ALL : undefined);
  return useLive(({ view, figures }) => (!needed ? noFigures : view === 'all' ? figures : awaiting));
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
