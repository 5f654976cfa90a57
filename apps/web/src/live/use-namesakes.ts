// What tells guests of one name apart. Computed once for all rows, when a list of guests changes.
import type { GuestFacts } from '@belfry/domain/guest-figures';
import type { Instance } from '@belfry/schema/entities/instance';
import { namesakesOf } from '../lib/namesakes.ts';
import { shortNames } from '../lib/short-names.ts';
import { steady } from '../lib/steady.ts';
import { useLive } from './use-live.ts';

type Namesakes = ReadonlyMap<string, string>;

const sameNamesakes = (a: Namesakes, b: Namesakes): boolean =>
  a.size === b.size && [...a].every(([id, cluster]) => b.get(id) === cluster);

const namesakesIn = steady(
  (vms: readonly GuestFacts[], containers: readonly GuestFacts[], instances: readonly Instance[]): Namesakes => {
    const clusters = instances.filter(({ kind }) => kind === 'pve');
    const short = shortNames(clusters.map(({ name }) => name));
    const names = new Map(clusters.map(({ id }, i) => [id, short[i]]));
    return namesakesOf([...vms, ...containers], (instance) => names.get(instance) ?? instance);
  },
  sameNamesakes,
);
const none: never[] = [];

/** Its cluster, without the beginning that all clusters share, or its number. Undefined where its name says enough. */
export const useNamesake = (id: string): string | undefined =>
  useLive(({ state }) => namesakesIn(state?.vms ?? none, state?.containers ?? none, state?.instances ?? none).get(id));
