// Collects changed fields of many entities by field, because equal values side by side compress well.
import type { Column } from '@belfry/schema/messages/delta';
import { countKeys, type Fields, isFields, same } from './same.ts';

export interface Columns {
  /** Adds the differences between two versions of the entity at `place`; places must come in rising order. */
  compare(place: number, before: object, after: object): void;
  written(): Column[];
}

const ways = ['by', 'to', 'drop'] as const;
type Way = (typeof ways)[number];

/** A column that is being written, and the place from which its next gap counts. */
interface Open {
  column: Column;
  last: number;
}

/** By key, the columns of an entity, or of the object inside it that `prefix` names. */
type Level = { prefix: string } & Record<Way, Map<string, Open>>;

const level = (prefix: string): Level => ({ prefix, by: new Map(), to: new Map(), drop: new Map() });

/** The full name is built once per column, because every poll adds tens of thousands of fields. */
export function createColumns(): Columns {
  const top = level('');
  const inside = new Map<string, Level>();

  const columnAt = (place: number, own: Level, key: string, way: Way): Column => {
    let open = own[way].get(key);
    if (!open) {
      open = { column: { field: own.prefix + key, at: [], [way]: way === 'drop' ? true : [] }, last: 0 };
      own[way].set(key, open);
    }
    open.column.at.push(place - open.last);
    open.last = place;
    return open.column;
  };

  const note = (place: number, own: Level, key: string, before: unknown, after: unknown) => {
    if (after === undefined) columnAt(place, own, key, 'drop');
    else if (isWhole(before) && isWhole(after) && isWhole(after - before)) {
      columnAt(place, own, key, 'by').by?.push(after - before);
    } else columnAt(place, own, key, 'to').to?.push(after);
  };

  const innerOf = (key: string): Level => {
    const known = inside.get(key) ?? level(`${key}.`);
    inside.set(key, known);
    return known;
  };

  const walk = (place: number, before: Fields, after: Fields, own: Level) => {
    let shared = 0;
    for (const key in after) {
      const x = before[key];
      const y = after[key];
      if (y === undefined) continue;
      if (x !== undefined) shared++;
      if (x === y) continue;
      if (own === top && isFields(x) && isFields(y)) walk(place, x, y, innerOf(key));
      else if (!same(x, y)) note(place, own, key, x, y);
    }
    if (shared === countKeys(before)) return;
    for (const key in before) {
      if (before[key] !== undefined && after[key] === undefined) note(place, own, key, before[key], undefined);
    }
  };

  return {
    compare: (place, before, after) => walk(place, before as Fields, after as Fields, top),
    written() {
      const levels = [top, ...inside.values()];
      return ways.flatMap((way) => levels.flatMap((own) => [...own[way].values()].map(({ column }) => column)));
    },
  };
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
