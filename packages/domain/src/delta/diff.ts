// The difference between two states, field by field. Entities that are the same object are not compared.
import type { Changes, ListDelta } from '@belfry/schema/messages/delta';
import type { State } from '@belfry/schema/state';
import { createColumns } from './columns.ts';
import { type Fields, same } from './same.ts';

interface Entity {
  id: string;
}

/** Undefined when nothing changed. Lists must be sorted by id, each id once. */
export function diff(before: State, after: State): Changes | undefined {
  const changes: Fields = {};
  for (const name of Object.keys(after) as (keyof State)[]) {
    const [old, now] = [before[name], after[name]];
    if (Array.isArray(old) && Array.isArray(now)) {
      const delta = diffList(old, now);
      if (delta) changes[name] = delta;
    } else if (!same(old, now)) changes[name] = now;
  }
  return Object.keys(changes).length > 0 ? { ...changes, lastUpdate: after.lastUpdate } : undefined;
}

/** Of one list. Undefined when nothing changed. Both must be sorted by id, each id once. */
export function diffList(before: readonly Entity[], after: readonly Entity[]): ListDelta<Entity> | undefined {
  if (before === after) return undefined;
  const remove: string[] = [];
  const put: Entity[] = [];
  const columns = createColumns();
  let next = 0;
  let place = -1;
  // Without `entries()`, which makes two objects for each entity.
  for (const entity of after) {
    place++;
    let old = before[next];
    // Most entities are the same, and comparing ids takes longer.
    if (old === entity) {
      next++;
      continue;
    }
    for (; old && old.id < entity.id; old = before[++next]) remove.push(old.id);
    if (old?.id === entity.id) {
      columns.compare(place, old, entity);
      next++;
    } else put.push(entity);
  }
  for (const old of before.slice(next)) remove.push(old.id);

  const written = columns.written();
  if (remove.length + put.length + written.length === 0) return undefined;
  return {
    ...(remove.length > 0 && { remove }),
    ...(put.length > 0 && { put }),
    ...(written.length > 0 && { columns: written }),
  };
}
