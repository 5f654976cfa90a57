// What kind of guest it is, with its number.
import type { Guest } from '@belfry/schema/entities/guest';
import { numberText } from './guest-number.ts';

/** `LXC 101`. Also the name of a guest whose host does not say one: one without figures since the start of Belfry. */
export const kindAndNumber = (guest: Pick<Guest, 'type' | 'vmid'>): string =>
  `${guest.type === 'qemu' ? 'VM' : 'LXC'} ${numberText(guest)}`.trim();
