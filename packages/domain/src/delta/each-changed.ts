// What is different in a list, entity by entity.

interface Entity {
  readonly id: string;
}

/**
 * Calls `found` for each entity that is new, gone, or another object than before: with the present one if it is there. Both lists are sorted by
 * id. It makes no objects, because lists of guests change with every poll.
 */
export function eachChanged<E extends Entity>(
  before: readonly E[],
  now: readonly E[],
  found: (entity: E) => void,
): void {
  if (before === now) return;
  let [i, j] = [0, 0];
  while (i < before.length || j < now.length) {
    const [a, b] = [before[i], now[j]];
    const isGone = b === undefined || (a !== undefined && a !== b && a.id < b.id);
    const isNew = a === undefined || (b !== undefined && a !== b && a.id > b.id);
    if (a !== b) found((isGone ? a : b) as E);
    if (!isNew) i++;
    if (!isGone) j++;
  }
}
