// Guests → rows of the table of guest URLs: searched, grouped by node, in a fixed order.

import type { GuestFacts } from '@belfry/domain/guest-figures';
import { byNumber, numberText } from '@belfry/domain/guest-number';
import { compareText } from '../../../lib/order.ts';

export type UrlRow =
  | { kind: 'group'; key: string; node: string; instance: string }
  | { kind: 'guest'; key: string; guest: GuestFacts };

/** A guest is found if its name, node, VMID or address contains all words. `urlOf` returns the address as it is typed now. */
export function urlRows(guests: readonly GuestFacts[], search: string, urlOf: (guest: GuestFacts) => string): UrlRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = guests.filter((guest) => {
    const text = `${guest.name} ${guest.node} ${numberText(guest)} ${urlOf(guest)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const groups = new Map<string, UrlRow[]>();
  for (const guest of found.toSorted(byPlace)) {
    const key = `node:${guest.instance}/${guest.node}`;
    const group = groups.get(key) ?? [{ kind: 'group', key, node: guest.node, instance: guest.instance }];
    group.push({ kind: 'guest', key: guest.id, guest });
    groups.set(key, group);
  }
  return [...groups.values()].flat();
}

const byPlace = (a: GuestFacts, b: GuestFacts): number =>
  byText(a.instance, b.instance) || byText(a.node, b.node) || byText(a.name, b.name) || byNumber(a, b);

const byText = (a: string, b: string): number => compareText(a.toLowerCase(), b.toLowerCase());
