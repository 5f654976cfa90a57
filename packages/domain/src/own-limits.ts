// What Belfry may cost, as the page about the resource contract promises it. The diagnostics page shows it and the benchmark measures against it.

const MIB = 2 ** 20;
const DAY_S = 86_400;

/** Calls a minute of the fast poll to a cluster, whatever the number of guests. */
export const MAX_FAST_CALLS = 15;

/** Resident bytes without a history of values. */
export const MEMORY = { upTo1000: 150 * MIB, at10000: 330 * MIB } as const;
/** Resident bytes that the history adds, up to 1,000 guests. */
export const MEMORY_OF_HISTORY = 25 * MIB;

/** Bytes to one browser in ten seconds, with 1,000 guests. */
export const MAX_SENT_IN_10_S = 20_000;

/** Bytes a day of everything that is written, for every 100 guests. The history is a part of it. */
const WRITTEN_A_DAY = 60e6;
export const WRITTEN_A_DAY_BY_HISTORY = 30e6;

/** Resident bytes, with the history. */
export function mostMemory(guests: number): number {
  const perGuest = (MEMORY.at10000 - MEMORY.upTo1000) / 9000;
  return MEMORY.upTo1000 + MEMORY_OF_HISTORY + Math.max(0, guests - 1000) * perGuest;
}

/** Bytes a second on average. */
export const mostWritten = (guests: number): number => (WRITTEN_A_DAY * Math.max(1, guests / 100)) / DAY_S;

/** Bytes a second. */
export const mostSent = (guests: number, browsers: number): number =>
  (MAX_SENT_IN_10_S / 10) * Math.max(1, guests / 1000) * Math.max(1, browsers);
