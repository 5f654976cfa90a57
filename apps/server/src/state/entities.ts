// Lists of entities: an entity that did not change stays the same object.
import { inOneList } from '@belfry/domain/delta/parts';
import { same } from '@belfry/domain/delta/same';
import { sorted } from '@belfry/domain/delta/sorted';

interface Entity {
  id: string;
}
export type Entities = readonly Entity[];

/** `next`, with the objects of `before` wherever they are equal; `before` itself when nothing differs. Both sorted. */
export function keeping(before: Entities, next: Entities): Entities {
  let place = 0;
  const entities = next.map((entity) => {
    let old = before[place];
    // Most entities are the same, and comparing ids takes longer.
    if (old === entity) {
      place++;
      return old;
    }
    while (old && old.id < entity.id) old = before[++place];
    return old?.id === entity.id && same(old, entity) ? old : entity;
  });
  return sameList(before, entities) ? before : entities;
}

/**
 * Sorted lists in one. Where one ends before the next begins, as those of instances do as a rule, they need not be sorted again. `before`
 * when nothing differs.
 */
export function joined(parts: readonly Entities[], before: Entities): Entities {
  const inOrder = parts.filter(({ length }) => length > 0).sort(([a], [b]) => ((a?.id ?? '') < (b?.id ?? '') ? -1 : 1));
  const isApart = inOrder.every((part, n) => n === 0 || (inOrder[n - 1]?.at(-1)?.id ?? '') < (part[0]?.id ?? ''));
  // An instance whose list has not changed gives the same list, so what has the same parts is the same.
  if (isApart) return inOneList(inOrder, before);
  const all = sorted(inOrder.flat());
  return sameList(before, all) ? before : all;
}

export const sameList = (a: Entities, b: Entities): boolean =>
  a === b || (a.length === b.length && a.every((e, i) => e === b[i]));

export const sameIds = (a: Entities, b: Entities): boolean =>
  a.length === b.length && a.every((e, i) => e.id === b[i]?.id);
