// A backup server returns every list in a different order at each call. Sorting makes an unchanged list equal to the
// previous one.

/** Sorts the rows by a text that is unique for each row. Returns undefined for undefined. */
export const sorted = <T>(rows: T[] | undefined, keyOf: (row: T) => string): T[] | undefined =>
  rows
    ?.map((row) => [keyOf(row), row] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, row]) => row);
