// Putting things in order. Pure.

/** By code unit: fast, and the same in every browser. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** What to compare a name by: "web-2" comes before "web-10", whatever the case. */
export const natural = (name: string): string =>
  name.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(8, '0'));

/** Things by their value, which is computed once each. Missing values come last in either direction; `ties` does not turn around. */
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
