// The guests that a saved view shows: its search and its filters, as the screen of the overview reads them.
import { guestsFound } from '@belfry/domain/search/guests-found';
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
  const online = new Set(state.nodes.filter(nodeOnline).map(({ id }) => id));
  return guestsFound(state, search).filter(
    (guest) =>
      (type === 'all' || guest.type === types[type]) &&
      (node === '' || parentOf(guest) === node) &&
      (status === 'all' || countedAs(guestStatus(guest, online)) === status),
  );
}
