// The bars of the chart of past alerts: how long a bar is, so that at most thirty fit.

const SIZES_HOURS = [1, 2, 3, 6, 12, 24, 48, 72, 168, 336, 720, 1440] as const;
export const MAX_BUCKETS = 30;
const HOUR_MS = 3_600_000;

/** The length of a bar in milliseconds, for a range in milliseconds. The longest size may need more bars than fit. */
export function bucketMs(rangeMs: number): number {
  const size = SIZES_HOURS.find((hours) => rangeMs <= hours * HOUR_MS * MAX_BUCKETS) ?? SIZES_HOURS.at(-1);
  return (size as number) * HOUR_MS;
}
