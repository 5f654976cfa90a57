// Sorting. Pure.

/** Compares by code unit: fast, and the same in every browser. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The key to compare names by: "web-2" comes before "web-10", and case does not matter. */
export const natural = (name: string): string =>
  name.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(8, '0'));

/** Sorts by a value that is computed once for each item. Missing values come last in either direction; `ties` is never reversed. */
export function sortedBy<T>(
  things: readonly T[],
  figure: (thing: T) => string | number | undefined,
  descending: boolean,
  ties: (a: T, b: T) => number,
): T[] {
  const sign = descending ? -1 : 1;
  return things
    .map((thing) => ({ thing, value: figure(thing) }))
    .sort(({ thing: a, value: x }, { thing: b, value: y }) => {
      if (x === y) return ties(a, b);
      if (x === undefined || y === undefined) return x === undefined ? 1 : -1;
      return x < y ? -sign : sign;
    })
    .map(({ thing }) => thing);
}
