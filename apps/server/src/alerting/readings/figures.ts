// Whether a node sends its figures, and about which guests nothing is known.
import { factsOf } from '@belfry/domain/delta/facts';
import { createOfParts } from '@belfry/domain/delta/parts';
import { parentOf } from '@belfry/domain/status';
import type { Guest } from '@belfry/schema/entities/guest';
import type { Node } from '@belfry/schema/entities/node';
import type { State } from '@belfry/schema/state';

/** So many guests of one node have one cause. */
const SEVERAL = 3;

type Guests = Pick<State, 'vms' | 'containers'>;

/** Readings of these guests may be older. */
const unknownOf = createOfParts(
  (guests: readonly Guest[]) => guests.filter(({ status }) => status === 'unknown'),
  factsOf,
);

/** Whether its figures are current, as far as anyone can tell. */
export const sendsFigures = ({ status, staleSince }: Node): boolean => status === 'online' && staleSince === undefined;

/** By node, the guests about which the host says nothing. Looked up once for each list. */
export function createBlindGuests(): (state: Guests) => ReadonlyMap<string, readonly Guest[]> {
  let seen: Guests | undefined;
  let known: ReadonlyMap<string, readonly Guest[]> = new Map();
  return ({ vms, containers }) => {
    if (seen?.vms === vms && seen.containers === containers) return known;
    seen = { vms, containers };
    known = Map.groupBy([...unknownOf(vms).flat(), ...unknownOf(containers).flat()], parentOf);
    return known;
  };
}

/** Whether they are one alert about their node. */
export const areSeveral = (guests: readonly Guest[] = []): boolean => guests.length >= SEVERAL;
