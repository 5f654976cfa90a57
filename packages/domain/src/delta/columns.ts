// Collects changed fields of many entities by field, because equal values side by side compress well.
import type { Column } from '@belfry/schema/messages/delta';
import { countKeys, type Fields, isFields, same } from './same.ts';

export type Columns = ReturnType<typeof createColumns>;

const ways = ['by', 'to', 'drop'] as const;
type Way = (typeof ways)[number];

/** A column that is being written, its lists, and the place from which its next gap counts. */
interface Open {
  column: Column;
  at: number[];
  values: unknown[];
  last: number;
}

/** By key, the columns of an entity, or of the object inside it that `prefix` names, and which keys may be left out. */
type Level = { prefix: string; minor: Map<string, boolean> } & Record<Way, Map<string, Open>>;

const level = (prefix: string): Level => ({
  ...{ prefix, minor: new Map() },
  ...{ by: new Map(), to: new Map(), drop: new Map() },
});

/**
 * The full name is built once per column, because every poll adds tens of thousands of fields. `isMinor` takes a full name: these fields are
 * left out where `compare` is told so.
 */
export function createColumns(isMinor: (field: string) => boolean = () => false) {
  const top = level('');
  const inside = new Map<string, Level>();

  const start = (own: Level, key: string, way: Way): Open => {
    const at: number[] = [];
    const values: unknown[] = [];
    const column = { field: own.prefix + key, at, [way]: way === 'drop' ? true : values };
    const open = { column, at, values, last: 0 };
    own[way].set(key, open);
    return open;
  };

  const add = (place: number, open: Open, value: unknown) => {
    open.at.push(place - open.last);
    open.last = place;
    open.values.push(value);
  };

  const note = (place: number, own: Level, key: string, before: unknown, after: unknown) => {
    if (after === undefined) add(place, own.drop.get(key) ?? start(own, key, 'drop'), true);
    else if (isWhole(before) && isWhole(after) && isWhole(after - before)) {
      add(place, own.by.get(key) ?? start(own, key, 'by'), after - before);
    } else add(place, own.to.get(key) ?? start(own, key, 'to'), after);
  };

  const innerOf = (key: string): Level => {
    const known = inside.get(key);
    if (known) return known;
    const made = level(`${key}.`);
    inside.set(key, made);
    return made;
  };

  const isLeftOut = (own: Level, key: string): boolean => {
    const known = own.minor.get(key);
    if (known !== undefined) return known;
    const found = isMinor(own.prefix + key);
    own.minor.set(key, found);
    return found;
  };

  const walk = (place: number, before: Fields, after: Fields, own: Level, onlyMajor: boolean) => {
    let shared = 0;
    for (const key in after) {
      const x = before[key];
      const y = after[key];
      if (y === undefined) continue;
      if (x !== undefined) shared++;
      if (x === y || (onlyMajor && isLeftOut(own, key))) continue;
      if (own === top && isFields(x) && isFields(y)) walk(place, x, y, innerOf(key), onlyMajor);
      else if (!same(x, y)) note(place, own, key, x, y);
    }
    if (shared === countKeys(before)) return;
    for (const key in before) {
      if (before[key] === undefined || after[key] !== undefined || (onlyMajor && isLeftOut(own, key))) continue;
      note(place, own, key, before[key], undefined);
    }
  };

  return {
    /** Adds the differences between two versions of the entity at `place`; places must come in rising order. */
    compare: (place: number, before: object, after: object, onlyMajor = false) =>
      walk(place, before as Fields, after as Fields, top, onlyMajor),
    written(): Column[] {
      const levels = [top, ...inside.values()];
      return ways.flatMap((way) => levels.flatMap((own) => [...own[way].values()].map(({ column }) => column)));
    },
  };
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
