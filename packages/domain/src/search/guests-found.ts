// The guests of a state that a search finds.
import type { Guest } from '@belfry/schema/entities/guest';
import type { State } from '@belfry/schema/state';
import { figuresOf, unknownFigures } from '../guest-figures.ts';
import { byNumber } from '../guest-number.ts';
import { guestStatus, nodeOnline } from '../status.ts';
import { clusterNames, guestSearch } from './guest.ts';
import { matcherOf } from './match.ts';
import { siteNames } from './sites.ts';

/** In the order of their numbers. */
export function guestsFound({ vms, containers, nodes, instances, sites }: State, search: string): Guest[] {
  const online = new Set(nodes.filter(nodeOnline).map(({ id }) => id));
  const guests = new Map([...vms, ...containers].map((guest) => [guest.id, guest]));
  const matches = matcherOf(
    search,
    guestSearch({
      statusOf: (guest) => guestStatus(guest, online),
      figuresOf: (id) => {
        const guest = guests.get(id);
        return guest ? figuresOf(guest) : unknownFigures;
      },
      clusterOf: clusterNames(nodes),
      siteOf: siteNames(instances, sites),
    }),
  );
  return [...guests.values()].filter(matches).sort((a, b) => byNumber(a, b) || (a.id < b.id ? -1 : 1));
}
