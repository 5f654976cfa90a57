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
 * list.
 */
export function patchFigures(figures: GuestFigures, lists: GuestLists, changes: Changes): GuestFigures {
  const removed = LISTS.flatMap((name) => changes[name]?.remove ?? []);
  const replaced = new Map(LISTS.flatMap((name) => changes[name]?.put ?? []).map((put) => [put.id, figuresOf(put)]));
  const changed = LISTS.flatMap((name) => {
    const columns = (changes[name]?.columns ?? []).filter(({ field }) => isFigure(field));
    return changedFigures(lists[name], (id) => replaced.get(id) ?? figures.get(id), columns);
  });
  if (removed.length + replaced.size + changed.length === 0) return figures;
  const next = new Map(figures);
  for (const id of removed) next.delete(id);
  for (const [id, own] of replaced) next.set(id, own);
  for (const [id, own] of changed) next.set(id, own);
  return next;
}

/** Each object is copied once, however many of its figures change. */
function changedFigures(
  list: readonly GuestFacts[],
  before: (id: string) => Figures | undefined,
  columns: readonly Column[],
): [id: string, Figures][] {
  if (columns.length === 0) return [];
  const changed = new Array<Record<string, unknown> | undefined>(list.length);
  for (const { field, at, by, to } of columns) {
    let place = 0;
    for (let n = 0; n < at.length; n++) {
      place += at[n] as number;
      let own = changed[place];
      if (!own) {
        const guest = list[place];
        if (!guest) throw new RangeError(`no guest at place ${place} for ${field}`);
        own = { ...before(guest.id) };
        changed[place] = own;
      }
      own[field] = by ? (own[field] as number) + (by[n] as number) : to?.[n];
    }
  }
  return list.flatMap(({ id }, place) => (changed[place] ? [[id, changed[place] as Figures]] : []));
}
