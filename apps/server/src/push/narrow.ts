// What clients with a view get: changes without the readings of guests that they do not show and without the counters of Belfry, and the
// present readings of guests that come into view. Pure.
import { guestLists, isReading, readingNames } from '@belfry/domain/guest-figures';
import type { Guest } from '@belfry/schema/entities/guest';
import type { Changes, Column } from '@belfry/schema/messages/delta';
import type { State } from '@belfry/schema/state';
import type { View } from './encoding.ts';

type GuestLists = Pick<State, (typeof guestLists)[number]>;
type GuestChanges = Pick<Changes, keyof GuestLists>;
/** They change with every poll of any host. Of `stats`, only what stays the same for as long as a connection is on a screen. */
const COUNTERS = ['performance', 'stats'] as const;
type Counters = Pick<State, (typeof COUNTERS)[number]>;

/** The same object when nothing is left out. `state`: after the changes. */
export function narrow(changes: Changes, state: GuestLists, view: View): Changes {
  const narrowed = { ...changes };
  let isNarrower = false;
  for (const name of COUNTERS) {
    isNarrower ||= name in changes;
    delete narrowed[name];
  }
  for (const name of guestLists) {
    const { columns, ...rest } = changes[name] ?? {};
    if (!columns) continue;
    const kept = columns.flatMap((column) =>
      isReading(column.field) ? (withinView(column, state[name], view) ?? []) : column,
    );
    if (kept.length === columns.length && kept.every((column, i) => column === columns[i])) continue;
    isNarrower = true;
    if (kept.length > 0) narrowed[name] = { ...rest, columns: kept };
    else if (rest.put || rest.remove) narrowed[name] = rest;
    else delete narrowed[name];
  }
  return isNarrower ? narrowed : changes;
}

/** Undefined when none of its guests is in view. */
function withinView(column: Column, guests: readonly Guest[], view: View): Column | undefined {
  const { at, by, to } = column;
  const own = open();
  let place = 0;
  for (let n = 0; n < at.length; n++) {
    place += at[n] as number;
    const guest = guests[place] as Guest;
    if (view.has(guest.instance)) put(own, place, by ? by[n] : to?.[n]);
  }
  if (own.at.length === at.length) return column;
  if (own.at.length === 0) return undefined;
  return {
    field: column.field,
    at: own.at,
    ...(by && { by: own.values as number[] }),
    ...(to && { to: own.values }),
    ...(column.drop && { drop: column.drop }),
  };
}

/** A column that is being written: its gaps, its values, and the place from which the next gap counts. */
interface Open {
  at: number[];
  values: unknown[];
  last: number;
}
const open = (): Open => ({ at: [], values: [], last: 0 });

function put(own: Open, place: number, value: unknown): void {
  own.at.push(place - own.last);
  own.last = place;
  own.values.push(value);
}

/** More guests come into view in several steps: to write the readings of 5,000 takes 20 to 40 ms. */
const MOST_GUESTS = 5_000;

/** The next view on the way to `target`, which is returned itself in the end. Undefined is everything. */
export function nextView(state: GuestLists, before: View | undefined, target: View | undefined): View | undefined {
  if (before === undefined || before === target) return target;
  const added = new Map<string, number>();
  for (const name of guestLists)
    for (const { instance } of state[name])
      if (!before.has(instance) && (target?.has(instance) ?? true)) added.set(instance, (added.get(instance) ?? 0) + 1);
  const next = new Set([...before].filter((instance) => target?.has(instance) ?? true));
  let guests = 0;
  for (const [instance, count] of added) {
    if (guests > 0 && guests + count > MOST_GUESTS) return next;
    guests += count;
    next.add(instance);
  }
  return target;
}

/** All readings of the guests that are in `view` and were not in `before`; the counters too, for everything. Undefined is everything. */
export function presentReadings(
  state: GuestLists & Counters,
  before: View | undefined,
  view: View | undefined,
): { changes: Partial<GuestChanges & Counters>; guests: number } {
  const changes: Partial<GuestChanges & Counters> = {};
  let guests = 0;
  if (before === undefined || before === view) return { changes, guests };
  if (view === undefined) for (const name of COUNTERS) Object.assign(changes, { [name]: state[name] });
  for (const name of guestLists) {
    const list = state[name];
    const places: number[] = [];
    for (let place = 0; place < list.length; place++) {
      const { instance } = list[place] as Guest;
      if (!before.has(instance) && (view?.has(instance) ?? true)) places.push(place);
    }
    if (places.length > 0) changes[name] = { columns: readingNames.flatMap((field) => columnsOf(field, list, places)) };
    guests += places.length;
  }
  return { changes, guests };
}

/** The field of the guests at these places: a column for those that have it, and one for the others. */
function columnsOf(field: string, list: readonly Guest[], places: readonly number[]): Column[] {
  const [outer, inner] = field.split('.') as [keyof Guest, string | undefined];
  const [known, gone] = [open(), open()];
  for (const place of places) {
    const part: unknown = (list[place] as Guest)[outer];
    const value = inner === undefined ? part : (part as Readonly<Record<string, unknown>>)[inner];
    put(value === undefined ? gone : known, place, value);
  }
  return [
    ...(known.at.length > 0 ? [{ field, at: known.at, to: known.values }] : []),
    ...(gone.at.length > 0 ? [{ field, at: gone.at, drop: true as const }] : []),
  ];
}
