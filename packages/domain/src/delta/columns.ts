// Changed fields of many entities, gathered by field: equal things lie side by side and compress to almost nothing.
import type { Column } from '@belfry/schema/messages/delta';
import { type Fields, isFields, same } from './same.ts';

export interface Columns {
  /** Notes what differs between two forms of the entity at `place`; places must come in rising order. */
  compare(place: number, before: object, after: object): void;
  written(): Column[];
}

/** A column being written, and the place its next gap counts from. */
interface Open {
  column: Column;
  last: number;
}

export function createColumns(): Columns {
  const columns = { by: new Map<string, Open>(), to: new Map<string, Open>(), drop: new Map<string, Open>() };

  const columnAt = (place: number, field: string, way: keyof typeof columns): Column => {
    let open = columns[way].get(field);
    if (!open) {
      open = { column: { field, at: [], [way]: way === 'drop' ? true : [] }, last: 0 };
      columns[way].set(field, open);
    }
    open.column.at.push(place - open.last);
    open.last = place;
    return open.column;
  };

  const note = (place: number, field: string, before: unknown, after: unknown) => {
    if (after === undefined) columnAt(place, field, 'drop');
    else if (isWhole(before) && isWhole(after) && isWhole(after - before)) {
      columnAt(place, field, 'by').by?.push(after - before);
    } else columnAt(place, field, 'to').to?.push(after);
  };

  const walk = (place: number, before: Fields, after: Fields, prefix: string) => {
    for (const key in after) {
      const [x, y] = [before[key], after[key]];
      if (x === y || y === undefined) continue;
      if (prefix === '' && isFields(x) && isFields(y)) walk(place, x, y, `${key}.`);
      else if (!same(x, y)) note(place, prefix + key, x, y);
    }
    for (const key in before) {
      if (before[key] !== undefined && after[key] === undefined) note(place, prefix + key, before[key], undefined);
    }
  };

  return {
    compare: (place, before, after) => walk(place, before as Fields, after as Fields, ''),
    written: () => Object.values(columns).flatMap((way) => [...way.values()].map((open) => open.column)),
  };
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
