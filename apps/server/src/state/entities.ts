// Lists of entities: an entity that did not change stays the same object.
import { same } from '@belfry/domain/delta/same';

interface Entity {
  id: string;
}
export type Entities = readonly Entity[];

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
