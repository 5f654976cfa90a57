// When a datastore will be full, from what its usage was in the past.

/** `at` epoch ms, bytes. */
export interface Fill {
  at: number;
  used: number;
}

const DAY_MS = 86_400_000;
/** Fewer days or values do not show how a datastore grows: a garbage collection frees space once a day or once a week. */
const LEAST_DAYS = 3;
const LEAST_VALUES = 6;
/** A date further away than this says nothing. */
const IN_SIGHT_DAYS = 5 * 365;

/** Bytes per day: the slope of the line with the least squares. Undefined while too little of the past is known. */
export function growthOf(past: readonly Fill[]): number | undefined {
  const first = past[0]?.at ?? 0;
  const days = past.map(({ at }) => (at - first) / DAY_MS);
  if (past.length < LEAST_VALUES || Math.max(...days) - Math.min(...days) < LEAST_DAYS) return undefined;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [middle, level] = [mean(days), mean(past.map(({ used }) => used))];
  const spread = days.reduce((sum, day) => sum + (day - middle) ** 2, 0);
  return past.reduce((sum, { used }, i) => sum + ((days[i] ?? 0) - middle) * (used - level), 0) / spread;
}

/** The time (epoch ms) at which that growth leaves no space. Undefined when it is not in sight. */
export function fullAt(free: number, growth: number, now: number): number | undefined {
  const days = free / growth;
  return growth > 0 && days <= IN_SIGHT_DAYS ? now + days * DAY_MS : undefined;
}
