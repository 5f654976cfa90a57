// How long an agent may be silent before its host counts as unreachable.

const MISSES = 4;
const SHORTEST_MS = 30_000;
const LONGEST_MS = 600_000;

/** Four of its intervals, but neither less than 30 s nor more than 10 min. */
export const silenceMs = (intervalSeconds: number): number =>
  Math.min(Math.max(MISSES * intervalSeconds * 1000, SHORTEST_MS), LONGEST_MS);

/** True when one report that is late makes the host look unreachable. */
export const isIntervalTooLong = (intervalSeconds: number): boolean => 2 * intervalSeconds * 1000 > LONGEST_MS;
