// A list of entities as the state has it: sorted by id, each id once.
import { byId } from '../ids.ts';

interface Entity {
  readonly id: string;
}

/** Two entities may have the same id (node `b-c` of instance `a`, node `c` of instance `a-b`). The first one is kept. */
export function sorted<T extends Entity>(entities: readonly T[]): readonly T[] {
  // Most lists are sorted already.
  if (entities.every((e, i) => i === 0 || (entities[i - 1] as T).id < e.id)) return entities;
  const list = [...entities].sort(byId);
  return list.some((e, i) => e.id === list[i - 1]?.id) ? list.filter((e, i) => e.id !== list[i - 1]?.id) : list;
}

/** The entity with this id. The list is sorted by id. */
export function foundIn<T extends Entity>(entities: readonly T[], id: string): T | undefined {
  const place = placeIn(entities, id);
  return place === undefined ? undefined : entities[place];
}

/** Where the entity with this id is. The list is sorted by id. */
export function placeIn(entities: readonly Entity[], id: string): number | undefined {
  let [from, to] = [0, entities.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((entities[middle] as Entity).id < id) from = middle + 1;
    else to = middle;
  }
  return entities[from]?.id === id ? from : undefined;
}
