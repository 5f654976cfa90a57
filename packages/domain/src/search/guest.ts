// The search of guests.
import type { Figures, GuestFacts } from '../guest-figures.ts';
import type { ShownStatus } from '../status.ts';
import type { Searchable } from './match.ts';

/** Common names of the two types. */
const TYPE_WORDS = { qemu: 'vm qemu', lxc: 'lxc ct container' } as const;

/**
 * `cpu`, `memory` and `disk` are percent. A guest that does not run has neither uptime nor load; an unknown disk
 * usage matches no comparison.
 */
export const guestSearch = (
  statusOf: (guest: GuestFacts) => ShownStatus,
  figuresOf: (id: string) => Figures,
): Searchable<GuestFacts> => {
  const own = (guest: GuestFacts, field: string) => named(guest, field) ?? named(figuresOf(guest.id), field);
  return {
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
      const figures = figuresOf(guest.id);
      const live = statusOf(guest).word === 'running';
      if (field === 'cpu') return live ? figures.cpu * 100 : 0;
      if (field === 'memory') return live ? figures['memory.usage'] : 0;
      if (field === 'disk') return figures['disk.usage'] < 0 ? undefined : figures['disk.usage'];
      const value = own(guest, field);
      return typeof value !== 'number' ? undefined : live ? value : 0;
    },
  };
};

/** The field with that name, ignoring case. */
function named(fields: object, field: string): unknown {
  return Object.entries(fields).find(([key]) => key.toLowerCase() === field)?.[1];
}
