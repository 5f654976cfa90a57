// The figures of all guests, beside the facts in the state. They change with every poll, and a list of facts then stays the same.
import { type Figures, figuresOf, type GuestFacts, isFigure } from '@belfry/domain/guest-figures';
import type { Guest } from '@belfry/schema/entities/guest';
import type { Changes, Column } from '@belfry/schema/messages/delta';
import type { State } from '@belfry/schema/state';

/** By the id of the guest. */
export type GuestFigures = ReadonlyMap<string, Figures>;

export interface GuestLists {
  vms: readonly GuestFacts[];
  containers: readonly GuestFacts[];
}
const LISTS = ['vms', 'containers'] as const;

/** The state without the figures of guests. Nothing in it is ever changed in place. */
export type Facts = Omit<State, keyof GuestLists> & GuestLists;

export const noFigures: GuestFigures = new Map();

export const readFigures = (guests: readonly Guest[]): GuestFigures =>
  new Map(guests.map((guest) => [guest.id, figuresOf(guest)]));

/**
 * Applies what a delta says about figures. `lists` are those after the delta. Throws a RangeError when a place is not in its
 * list. Simple loops, because it runs for each guest with every poll.
 */
export function patchFigures(figures: GuestFigures, lists: GuestLists, changes: Changes): GuestFigures {
  const next = new Map(figures);
  let changed = false;
  for (const name of LISTS)
    for (const id of changes[name]?.remove ?? []) {
      next.delete(id);
      changed = true;
    }
  for (const name of LISTS)
    for (const guest of changes[name]?.put ?? []) {
      next.set(guest.id, figuresOf(guest));
      changed = true;
    }
  for (const name of LISTS) {
    const columns = (changes[name]?.columns ?? []).filter(({ field }) => isFigure(field));
    if (columns.length === 0) continue;
    patchColumns(next, lists[name], columns);
    changed = true;
  }
  return changed ? next : figures;
}

/** Each object is copied once, however many of its figures change. */
function patchColumns(figures: Map<string, Figures>, list: readonly GuestFacts[], columns: readonly Column[]): void {
  const copies = new Array<Record<string, unknown> | undefined>(list.length);
  for (const { field, at, by, to } of columns) {
    let place = 0;
    for (let n = 0; n < at.length; n++) {
      place += at[n] as number;
      let own = copies[place];
      if (own === undefined) {
        const guest = list[place];
        if (guest === undefined) throw new RangeError(`no guest at place ${place} for ${field}`);
        const copy = { ...figures.get(guest.id) } as Figures;
        figures.set(guest.id, copy);
        own = copy as Record<string, unknown>;
        copies[place] = own;
      }
      own[field] = by ? (own[field] as number) + (by[n] as number) : to?.[n];
    }
  }
}
