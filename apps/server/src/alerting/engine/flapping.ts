// An alert that starts and ends too often stays active until its readings have been good for a while.

const WINDOW_MS = 600_000;
const CHANGES = 5;
/** A flapping alert ends when its readings were good for this long without a break. */
export const CALM_MS = 600_000;

/** The starts and ends of the last ten minutes including the current one, on the monotonic clock. */
export const withChange = (changes: readonly number[], now: number): number[] => [
  ...changes.filter((at) => now - at < WINDOW_MS),
  now,
];

export const isFlapping = (changes: readonly number[]): boolean => changes.length >= CHANGES;
