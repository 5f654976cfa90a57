// What a part could not take, because it threw, is given to it again with the next items.

/** Beyond these the oldest are lost. */
const MAX_WAITING = 10_000;

/** `give` throws what `take` throws. */
export function createBacklog<T>(): (items: readonly T[], take: (items: readonly T[]) => void) => void {
  let waiting: readonly T[] = [];
  return function give(items, take) {
    const all = waiting.length === 0 ? items : [...waiting, ...items];
    waiting = all.slice(-MAX_WAITING);
    take(all);
    waiting = [];
  };
}
