// A backup server returns every list in a different order at each call. When sorted, an unchanged list is the same
// list.

/** Sorts the rows by a text that is unique to each; if there are no rows, nothing changes. */
export const sorted = <T>(rows: T[] | undefined, keyOf: (row: T) => string): T[] | undefined =>
  rows
    ?.map((row) => [keyOf(row), row] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, row]) => row);
