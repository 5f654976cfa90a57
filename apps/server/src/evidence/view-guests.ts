// The guests that a saved view shows: its search and its filters, as the screen of the overview reads them.
import { figuresOf, unknownFigures } from '@belfry/domain/guest-figures';
import { clusterNames, guestSearch, siteNames } from '@belfry/domain/search/guest';
import { matcherOf } from '@belfry/domain/search/match';
import { countedAs, guestStatus, nodeOnline, parentOf } from '@belfry/domain/status';
import type { Guest } from '@belfry/schema/entities/guest';
import type { ViewAddress } from '@belfry/schema/http/views';
import type { State } from '@belfry/schema/state';

const SCREEN = '/proxmox/overview';
const types: Readonly<Record<string, Guest['type'] | undefined>> = { vm: 'qemu', lxc: 'lxc' };

/** Undefined: the screen lists something else than guests. */
export function guestsOfView({ screen, params }: ViewAddress, state: State): Guest[] | undefined {
  if (screen !== SCREEN) return undefined;
  const { search = '', type = 'all', status = 'all', node = '' } = params;
  const guests = [...state.vms, ...state.containers];
  const byId = new Map(guests.map((guest) => [guest.id, guest]));
  const online = new Set(state.nodes.filter(nodeOnline).map(({ id }) => id));
  const statusOf = (guest: Pick<Guest, 'status' | 'staleSince' | 'instance' | 'node'>) => guestStatus(guest, online);
  const matches = matcherOf(
    search,
    guestSearch({
      statusOf,
      figuresOf(id) {
        const guest = byId.get(id);
        return guest ? figuresOf(guest) : unknownFigures;
      },
      clusterOf: clusterNames(state.nodes),
      siteOf: siteNames(state.instances, state.sites),
    }),
  );
  return guests.filter(
    (guest) =>
      (type === 'all' || guest.type === types[type]) &&
      (node === '' || parentOf(guest) === node) &&
      (status === 'all' || countedAs(statusOf(guest)) === status) &&
      matches(guest),
  );
}
