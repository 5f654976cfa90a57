// Lists of entities of which most do not change from one reading to the next.
import { same } from './same.ts';

/**
 * `next`, with the objects of `before` wherever they are equal; `before` itself when nothing differs. So an entity that several keep from one
 * reading to the next is in memory once.
 */
export function withUnchanged<T extends { readonly id: string }>(
  before: readonly T[],
  next: readonly T[],
): readonly T[] {
  const known = new Map(before.map((entity) => [entity.id, entity]));
  const list = next.map((entity) => {
    const old = known.get(entity.id);
    return old && same(old, entity) ? old : entity;
  });
  return list.length === before.length && list.every((entity, n) => entity === before[n]) ? before : list;
}
