// The search of guests.
import type { Guest } from '@belfry/schema/entities/guest';
import type { ShownStatus } from '../status.ts';
import type { Searchable } from './match.ts';

/** Common names of the two types. */
const TYPE_WORDS = { qemu: 'vm qemu', lxc: 'lxc ct container' } as const;

/**
 * `cpu`, `memory` and `disk` are percent. A guest that does not run has neither uptime nor load; an unknown disk
 * usage matches no comparison.
 */
export const guestSearch = (statusOf: (guest: Guest) => ShownStatus): Searchable<Guest> => ({
  words: (guest) => [guest.name, String(guest.vmid), guest.node, ...statusOf(guest).terms, ...guest.tags],
  text(guest, field) {
    if (field === 'tags') return guest.tags;
    if (field === 'status') return statusOf(guest).terms;
    if (field === 'type') return TYPE_WORDS[guest.type];
    if (field === 'ip') return guest.ipAddresses;
    if (field === 'os') return `${guest.osName ?? ''} ${guest.osVersion ?? ''}`;
    const value = own(guest, field);
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
  },
  number(guest, field) {
    if (field === 'vmid') return guest.vmid;
    if (field === 'cpus') return guest.cpus;
    const live = statusOf(guest).word === 'running';
    if (field === 'cpu') return live ? guest.cpu * 100 : 0;
    if (field === 'memory') return live ? guest.memory.usage : 0;
    if (field === 'disk') return guest.disk.usage < 0 ? undefined : guest.disk.usage;
    const value = own(guest, field);
    return typeof value !== 'number' ? undefined : live ? value : 0;
  },
});

/** The field of the guest with that name, ignoring case. */
function own(guest: Guest, field: string): unknown {
  const name = Object.keys(guest).find((key) => key.toLowerCase() === field);
  return name === undefined ? undefined : guest[name as keyof Guest];
}
