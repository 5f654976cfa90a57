// Every list of a backup server comes in another order at every call. Sorted, an unchanged list is the same list.

/** The rows by a text that is theirs alone; no rows stay no rows. */
export const sorted = <T>(rows: T[] | undefined, keyOf: (row: T) => string): T[] | undefined =>
  rows
    ?.map((row) => [keyOf(row), row] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, row]) => row);
