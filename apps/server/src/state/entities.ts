// Lists of entities: sorted by id, each id once, and an entity that did not change stays the same object.
import { same } from '@belfry/domain/delta/same';
import { byId } from '@belfry/domain/ids';

interface Entity {
  id: string;
}
export type Entities = readonly Entity[];

/** Two entities may have the same id (node `b-c` of instance `a`, node `c` of instance `a-b`). The first one is kept. */
export function sorted(entities: Entities): Entities {
  // Most lists are sorted already.
  if (entities.every((e, i) => i === 0 || (entities[i - 1] as Entity).id < e.id)) return entities;
  const list = [...entities].sort(byId);
  return list.some((e, i) => e.id === list[i - 1]?.id) ? list.filter((e, i) => e.id !== list[i - 1]?.id) : list;
}

/** `next`, with the objects of `before` wherever they are equal; `before` itself when nothing differs. Both sorted. */
export function keeping(before: Entities, next: Entities): Entities {
  let place = 0;
  const entities = next.map((entity) => {
    let old = before[place];
    while (old && old.id < entity.id) old = before[++place];
    return old?.id === entity.id && same(old, entity) ? old : entity;
  });
  return sameList(before, entities) ? before : entities;
}

export const sameList = (a: Entities, b: Entities): boolean => a.length === b.length && a.every((e, i) => e === b[i]);

export const sameIds = (a: Entities, b: Entities): boolean =>
  a.length === b.length && a.every((e, i) => e.id === b[i]?.id);
