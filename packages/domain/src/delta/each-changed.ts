// What is different in a list, entity by entity.
import { differing } from './parts.ts';

interface Entity {
  readonly id: string;
}

/**
 * Calls `found` for each entity that is new, gone, or another object than before: with the present one if it is there. Both lists are sorted by
 * id. It makes no objects for entities, because lists of guests change with every poll.
 */
export function eachChanged<E extends Entity>(
  before: readonly E[],
  now: readonly E[],
  found: (entity: E) => void,
): void {
  for (const stretch of differing(before, now)) {
    let [i, j] = [stretch.before.from, stretch.now.from];
    while (i < stretch.before.to || j < stretch.now.to) {
      const a = i < stretch.before.to ? before[i] : undefined;
      const b = j < stretch.now.to ? now[j] : undefined;
      const isGone = b === undefined || (a !== undefined && a !== b && a.id < b.id);
      const isNew = a === undefined || (b !== undefined && a !== b && a.id > b.id);
      if (a !== b) found((isGone ? a : b) as E);
      if (!isNew) i++;
      if (!isGone) j++;
    }
  }
}
