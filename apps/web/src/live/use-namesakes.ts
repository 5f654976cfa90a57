// The clusters of guests whose name is not theirs alone. Computed once for all rows, when a list of guests changes.
import type { GuestFacts } from '@belfry/domain/guest-figures';
import type { Instance } from '@belfry/schema/entities/instance';
import { namesakesOf } from '../lib/namesakes.ts';
import { steady } from '../lib/steady.ts';
import { useLive } from './use-live.ts';

type Namesakes = ReadonlyMap<string, string>;

const sameNamesakes = (a: Namesakes, b: Namesakes): boolean =>
  a.size === b.size && [...a].every(([id, cluster]) => b.get(id) === cluster);

const namesakesIn = steady(
  (vms: readonly GuestFacts[], containers: readonly GuestFacts[], instances: readonly Instance[]): Namesakes => {
    const names = new Map(instances.map(({ id, name }) => [id, name]));
    return namesakesOf([...vms, ...containers], (instance) => names.get(instance) ?? instance);
  },
  sameNamesakes,
);
const none: never[] = [];

/** The cluster of a guest. Undefined where its name says enough. */
export const useNamesake = (id: string): string | undefined =>
  useLive(({ state }) => namesakesIn(state?.vms ?? none, state?.containers ?? none, state?.instances ?? none).get(id));
