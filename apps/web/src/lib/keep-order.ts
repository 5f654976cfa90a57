// Keeps things in their places when the sort order changes. Pure.

/** The current items in their previous order. New items come last. Removed items are left out. */
export function keepOrder<T extends { id: string }>(
  before: readonly string[],
  now: readonly T[],
  all: ReadonlyMap<string, T>,
): T[] {
  const stood = new Set(before);
  const staying = before.map((id) => all.get(id)).filter((thing) => thing !== undefined);
  return [...staying, ...now.filter((thing) => !stood.has(thing.id))];
}

/** Compares by the place in `before`. Things that are not in it come after, in their own order. */
export function asBefore<T extends { key: string }>(
  before: readonly string[],
  otherwise: (a: T, b: T) => number,
): (a: T, b: T) => number {
  const places = new Map(before.map((key, place) => [key, place]));
  const place = ({ key }: T) => places.get(key) ?? before.length;
  return (a, b) => place(a) - place(b) || otherwise(a, b);
}
