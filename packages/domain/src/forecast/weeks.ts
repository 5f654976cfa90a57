// A past of fill levels in weeks. A garbage collection frees space once a day or once a week, so the highest value of a week counts: space is
// short at the peak.
import type { Fill } from './fill.ts';

export const WEEK_MS = 7 * 86_400_000;
const MAX_WEEKS = 16;

/** The highest value of each whole week before the last value, oldest first. Undefined: nothing was measured in that week. */
export function weeklyPeaks(past: readonly Fill[]): (number | undefined)[] {
  const [first, last] = [past[0]?.at ?? 0, past.at(-1)?.at ?? 0];
  const count = Math.min(MAX_WEEKS, Math.floor((last - first) / WEEK_MS));
  const peaks: (number | undefined)[] = Array.from({ length: count });
  for (const { at, used } of past) {
    const nth = count - 1 - Math.floor((last - at) / WEEK_MS);
    if (nth >= 0) peaks[nth] = Math.max(peaks[nth] ?? 0, used);
  }
  return peaks;
}

/** The growth from each week to the next one, oldest first. A gap leaves out the weeks beside it. */
export const weeklyGrowth = (peaks: readonly (number | undefined)[]): number[] =>
  peaks.flatMap((peak, nth) => {
    const before = peaks[nth - 1];
    return peak === undefined || before === undefined ? [] : [peak - before];
  });
