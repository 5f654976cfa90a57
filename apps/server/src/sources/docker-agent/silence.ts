// How long an agent may be silent before its host counts as unreachable.

const MISSES = 4;
const SHORTEST_MS = 30_000;
const LONGEST_MS = 600_000;

/** Four intervals of the agent, but at least 30 s and at most 10 min. */
export const silenceMs = (intervalSeconds: number): number =>
  Math.min(Math.max(MISSES * intervalSeconds * 1000, SHORTEST_MS), LONGEST_MS);

/** True when a single late report makes the host appear unreachable. */
export const isIntervalTooLong = (intervalSeconds: number): boolean => 2 * intervalSeconds * 1000 > LONGEST_MS;
