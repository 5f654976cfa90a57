/** `share` 0–1: the value that this share of all values is below. 0 for no values. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

export const median = (values: readonly number[]): number => percentile(values, 0.5);
