// How long to wait after failures in a row.

/** `firstMs` after the first failure, twice that after the second, and so on up to `longestMs`. */
export const backoffMs = (failures: number, firstMs: number, longestMs: number): number =>
  Math.min(firstMs * 2 ** (failures - 1), longestMs);
