// The number that Proxmox gives a guest. Guests of other hypervisors have none.
import type { Guest } from '@belfry/schema/entities/guest';

type Number = Pick<Guest, 'vmid'>;

export type Numbered<G extends Number> = G & { vmid: number };
export const isNumbered = <G extends Number>(guest: G): guest is Numbered<G> => guest.vmid !== undefined;

/** In the order of their numbers, those without one last. 0 for two without a number. */
export const byNumber = ({ vmid: a = Infinity }: Number, { vmid: b = Infinity }: Number): number =>
  a === b ? 0 : a - b;

/** `web (101)`, or only the name. */
export const numberedName = ({ name, vmid }: Pick<Guest, 'name' | 'vmid'>): string =>
  vmid === undefined ? name : `${name} (${vmid})`;

/** As a word of a search or a cell: empty without a number. */
export const numberText = ({ vmid }: Number): string => (vmid === undefined ? '' : String(vmid));

/** `LXC 101`. Also the name of a guest whose host does not say one: one without figures since the start of Belfry. */
export const kindAndNumber = (guest: Pick<Guest, 'type' | 'vmid'>): string =>
  `${guest.type === 'qemu' ? 'VM' : 'LXC'} ${numberText(guest)}`.trim();
