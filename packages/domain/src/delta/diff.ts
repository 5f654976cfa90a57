// The difference between two states, field by field. Entities that are the same object are not compared.
import type { Guest } from '@belfry/schema/entities/guest';
import type { Changes, ListDelta } from '@belfry/schema/messages/delta';
import type { State } from '@belfry/schema/state';
import { guestLists, isReading } from '../guest-figures.ts';
import { createColumns } from './columns.ts';
import { factsOf } from './facts.ts';
import { differing } from './parts.ts';
import { type Fields, same } from './same.ts';

interface Entity {
  id: string;
}

const isGuestList = (name: string): boolean => guestLists.some((list) => list === name);
const isOutside = (shown: ReadonlySet<string>) => (entity: Entity) => !shown.has((entity as Guest).instance);

/**
 * Undefined when nothing changed. Lists must be sorted by id, each id once. With `shown`, the readings of guests of other instances are not
 * looked for.
 */
export function diff(before: State, after: State, shown?: ReadonlySet<string>): Changes | undefined {
  const changes: Fields = {};
  for (const name of Object.keys(after) as (keyof State)[]) {
    const [old, now] = [before[name], after[name]];
    if (Array.isArray(old) && Array.isArray(now)) {
      const delta = diffList(old, now, shown && isGuestList(name) ? isOutside(shown) : undefined);
      if (delta) changes[name] = delta;
    } else if (!same(old, now)) changes[name] = now;
  }
  return Object.keys(changes).length > 0 ? { ...changes, lastUpdate: after.lastUpdate } : undefined;
}

/** Of one list. Undefined when nothing changed. Both must be sorted by id, each id once. Hidden entities have no readings in it. All of a part are hidden, or none. */
export function diffList(
  before: readonly Entity[],
  after: readonly Entity[],
  isHidden?: (entity: Entity) => boolean,
): ListDelta<Entity> | undefined {
  if (before === after) return undefined;
  const remove: string[] = [];
  const put: Entity[] = [];
  const columns = createColumns(isReading);
  const contentOf = (part: readonly Entity[]) => (part[0] && isHidden?.(part[0]) ? factsOf(part) : part);
  for (const { before: old, now } of differing(before, after, contentOf)) {
    let next = old.from;
    // Without `entries()`, which makes two objects for each entity.
    for (let place = now.from; place < now.to; place++) {
      const entity = after[place] as Entity;
      let known = before[next];
      // Most entities are the same, and comparing ids takes longer.
      if (known === entity) {
        next++;
        continue;
      }
      // What follows the stretch has a higher id.
      for (; known && known.id < entity.id; known = before[++next]) remove.push(known.id);
      if (known?.id === entity.id) {
        columns.compare(place, known, entity, isHidden?.(entity));
        next++;
      } else put.push(entity);
    }
    for (; next < old.to; next++) remove.push((before[next] as Entity).id);
  }

  const written = columns.written();
  if (remove.length + put.length + written.length === 0) return undefined;
  return {
    ...(remove.length > 0 && { remove }),
    ...(put.length > 0 && { put }),
    ...(written.length > 0 && { columns: written }),
  };
}
