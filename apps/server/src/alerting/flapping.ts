// An alert that starts and ends too often stays active until it has been well for a while.

const WINDOW_MS = 600_000;
const CHANGES = 5;
/** How long a flapping alert must be well without a break until it ends. */
export const CALM_MS = 600_000;

/** The starts and ends of the last ten minutes, on the monotonic clock, with the one of now. */
export const withChange = (changes: readonly number[], now: number): number[] => [
  ...changes.filter((at) => now - at < WINDOW_MS),
  now,
];

export const isFlapping = (changes: readonly number[]): boolean => changes.length >= CHANGES;
