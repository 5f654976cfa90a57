// The figures of all guests, beside the facts in the state. They change with every poll, and a list of facts then stays the same.
// They are columns of numbers: an object for each guest and poll would be garbage that the browser must collect every few seconds.

import { foundIn, placeIn } from '@belfry/domain/delta/sorted';
import {
  type Figure,
  type Figures,
  type GuestFacts,
  isFigure,
  keepFacts,
  unknownFigures,
} from '@belfry/domain/guest-figures';
import type { Guest } from '@belfry/schema/entities/guest';
import { fieldFigureNames } from '@belfry/schema/figures';
import type { Changes, Column } from '@belfry/schema/messages/delta';
import type { State } from '@belfry/schema/state';

export interface GuestLists {
  vms: readonly GuestFacts[];
  containers: readonly GuestFacts[];
}
const LISTS = ['vms', 'containers'] as const;

/** The state without the figures of guests. Nothing in it is ever changed in place. */
export type Facts = Omit<State, keyof GuestLists> & GuestLists;

/** A number for each guest; NaN where there is none. */
type Columns = Readonly<Record<Figure, Float64Array>>;

/** An update makes a new one. */
export interface GuestFigures {
  /** Each guest has the same place in the columns as here: first the virtual machines, then the containers. */
  readonly lists: GuestLists;
  readonly columns: Columns;
  /** What `get` returned so far, by id. */
  readonly read: ReadonlyMap<string, Figures>;
  /** The same object as long as the figures of the guest are the same. Undefined for an unknown guest. */
  get(id: string): Figures | undefined;
}

const names = Object.keys(unknownFigures) as Figure[];

/** `before` is what the version before this one has returned. */
function guestFigures(
  { vms, containers }: GuestLists,
  columns: Columns,
  before: ReadonlyMap<string, Figures>,
): GuestFigures {
  const read = new Map<string, Figures>();
  // not all of the state, which would stay in memory with its archives until the next change of a figure
  const lists = { vms, containers };
  const placeOf = placesIn(lists);
  return {
    lists,
    columns,
    read,
    get(id) {
      const known = read.get(id);
      if (known !== undefined) return known;
      const place = placeOf(id);
      if (place === undefined) return undefined;
      const own = rowOf(columns, place);
      const last = before.get(id);
      const figures = last !== undefined && names.every((name) => own[name] === last[name]) ? last : own;
      read.set(id, figures);
      return figures;
    },
  };
}

function rowOf(columns: Columns, place: number): Figures {
  const number = (name: Figure) => columns[name][place] as number;
  const figures: { -readonly [F in Figure]: Figures[F] } = {
    ...unknownFigures,
    uptime: number('uptime'),
    cpu: number('cpu'),
    'memory.used': number('memory.used'),
    'memory.free': number('memory.free'),
    'memory.usage': number('memory.usage'),
    'memory.swapUsed': orNull(number('memory.swapUsed')) ?? undefined,
    'disk.used': number('disk.used'),
    'disk.free': number('disk.free'),
    'disk.usage': number('disk.usage'),
  };
  for (const name of fieldFigureNames) figures[name] = orNull(number(name));
  return figures;
}

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);
const orNaN = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);

const emptyColumns = (count: number, value = 0): Columns =>
  Object.fromEntries(names.map((name) => [name, new Float64Array(count).fill(value)])) as Columns;

function putFigures(columns: Columns, place: number, guest: Guest): void {
  const { memory, disk } = guest;
  columns.uptime[place] = guest.uptime;
  columns.cpu[place] = guest.cpu;
  columns['memory.used'][place] = memory.used;
  columns['memory.free'][place] = memory.free;
  columns['memory.usage'][place] = memory.usage;
  columns['memory.swapUsed'][place] = orNaN(memory.swapUsed);
  columns['disk.used'][place] = disk.used;
  columns['disk.free'][place] = disk.free;
  columns['disk.usage'][place] = disk.usage;
  for (const name of fieldFigureNames) columns[name][place] = orNaN(guest[name]);
}

const guestAt = ({ vms, containers }: GuestLists, place: number): GuestFacts | undefined =>
  place < vms.length ? vms[place] : containers[place - vms.length];

/**
 * Finds the place of a guest by its id. The lists are sorted by id: a map of 10,000 ids would take longer than all that a first visit looks up.
 * Who asks for many guests asks in their order, so it looks at the next one first.
 */
function placesIn(lists: GuestLists): (id: string) => number | undefined {
  const { vms, containers } = lists;
  let next = 0;
  return (id) => {
    if (guestAt(lists, next)?.id === id) return next++;
    const own = placeIn(vms, id);
    const place = own ?? placeIn(containers, id);
    if (place === undefined) return undefined;
    next = place + (own === undefined ? vms.length : 0) + 1;
    return next - 1;
  };
}

/** The guest with this id. */
export const guestOf = ({ vms, containers }: GuestLists, id: string): GuestFacts | undefined =>
  foundIn(vms, id) ?? foundIn(containers, id);

export const noFigures: GuestFigures = guestFigures({ vms: [], containers: [] }, emptyColumns(0), new Map());

/** The figures of a guest that is not in view: no number, which no comparison matches. */
const awaitedFigures = rowOf(emptyColumns(1, Number.NaN), 0);
/** Where some guests are not in view yet. */
export const awaiting: Pick<GuestFigures, 'get'> = { get: () => awaitedFigures };

/**
 * Takes the figures out of the guests of a snapshot, which belong to the caller alone: it changes them. Each guest is looked at once, because
 * a first visit does this for 10,000, and each look at so many objects waits for the memory of the computer.
 */
export function takeFigures(
  { vms, containers }: { vms: Guest[]; containers: Guest[] },
  before: GuestFigures,
): { guests: GuestLists; figures: GuestFigures } {
  const columns = emptyColumns(vms.length + containers.length);
  let place = 0;
  for (const list of [vms, containers])
    for (const guest of list) {
      putFigures(columns, place++, guest);
      keepFacts(guest);
    }
  const guests = { vms, containers };
  return { guests, figures: guestFigures(guests, columns, before.read) };
}

/**
 * Applies what a delta says about figures. `lists` are those after the delta. Throws a RangeError when a place is not in its
 * list. Simple loops, because it runs for each guest with every poll.
 */
export function patchFigures(figures: GuestFigures, lists: GuestLists, changes: Changes): GuestFigures {
  const moved = LISTS.some((name) => changes[name]?.put || changes[name]?.remove);
  const base = moved ? moveFigures(figures, lists, changes) : figures.columns;
  const columns = { ...base };
  let changed = moved;
  for (const name of LISTS)
    for (const column of changes[name]?.columns ?? []) {
      const { field } = column;
      if (!isFigure(field)) continue;
      changed = true;
      if (columns[field] === base[field]) columns[field] = base[field].slice();
      patchColumn(columns[field], column, name === 'vms' ? 0 : lists.vms.length, lists[name].length);
    }
  return changed ? guestFigures(lists, columns, figures.read) : figures;
}

/** The same figures in the new places, and those of guests that are new or replaced. */
function moveFigures({ lists: old, columns: from }: GuestFigures, lists: GuestLists, changes: Changes): Columns {
  const [placeBefore, placeOf] = [placesIn(old), placesIn(lists)];
  const count = lists.vms.length + lists.containers.length;
  const columns = emptyColumns(count);
  for (let place = 0; place < count; place++) {
    const last = placeBefore(guestAt(lists, place)?.id ?? '');
    if (last !== undefined) for (const name of names) columns[name][place] = from[name][last] as number;
  }
  for (const name of LISTS)
    for (const guest of changes[name]?.put ?? []) putFigures(columns, placeOf(guest.id) as number, guest);
  return columns;
}

/**
 * The list is a part of the column: it starts at `from` and has `count` guests. Only large messages have typed arrays; with one kind of
 * array in the loop it is three times as fast.
 */
function patchColumn(next: Float64Array, { field, at, by, to }: Column, from: number, count: number): void {
  const numbers = by ?? to;
  const gaps = at instanceof Int32Array ? at : Int32Array.from(at);
  const values = numbers instanceof Float64Array ? numbers : Float64Array.from(gaps, (_, n) => orNaN(numbers?.[n]));
  const outside = putValues(next.subarray(from, from + count), gaps, values, by !== undefined);
  if (outside !== undefined) throw new RangeError(`no guest at place ${outside} for ${field}`);
}

/** With `adds` the values are differences. Returns the first place outside the column, where there is one. */
function putValues(column: Float64Array, gaps: Int32Array, values: Float64Array, adds: boolean): number | undefined {
  let place = 0;
  for (let n = 0; n < gaps.length; n++) {
    place += gaps[n] as number;
    if (place < 0 || place >= column.length) return place;
    column[place] = (adds ? (column[place] as number) : 0) + (values[n] as number);
  }
  return undefined;
}
