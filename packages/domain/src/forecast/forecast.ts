// When something will be full, and how sure that is. The growth of a week is taken as a value that is scattered around a mean, so the past
// says how much the mean of the time ahead may differ. A past that does not allow this gives no date, with the reason.
import type { Forecast } from '@belfry/schema/forecast';
import type { Fill } from './fill.ts';
import { WEEK_MS, weeklyGrowth, weeklyPeaks } from './weeks.ts';

/** In units of the past, for each week ahead: with 80 % it is `mean` ± `error`. */
export interface GrowthAhead {
  mean: number;
  error: number;
  /** The highest value of the last week. */
  peak: number;
}

const IN_SIGHT_WEEKS = 5 * 52;
export const IN_SIGHT_MS = IN_SIGHT_WEEKS * WEEK_MS;
const MIN_WEEKS = 5;
/** A week with more than this part of all changes is a step. */
const STEP_PART = 0.5;
/** An interval of which the end is so many times as far away as its begin says nothing. */
const MAX_SPREAD = 5;

/** It is full at `limit`, in the unit of the past. `now` epoch ms. `calibration` is that of this estate: see `calibrationOf`. */
export function forecast(past: readonly Fill[], limit: number, now: number, calibration = 1): Forecast {
  const ahead = growthAhead(past, limit);
  if (typeof ahead === 'string') return { kind: 'none', why: ahead };
  const { mean, peak } = ahead;
  const left = Math.max(0, limit - peak);
  const error = ahead.error * calibration;
  const [slow, fast] = [mean - error, mean + error];
  const weeks = (growth: number) => (growth > 0 ? left / growth : Number.POSITIVE_INFINITY);
  const perDay = mean / 7;
  if (weeks(fast) > IN_SIGHT_WEEKS) return { kind: 'notInSight', perDay };
  if (weeks(slow) > MAX_SPREAD * weeks(fast)) return { kind: 'none', why: 'uneven' };
  if (weeks(mean) > IN_SIGHT_WEEKS) return { kind: 'notInSight', perDay };
  const at = (growth: number) => now + weeks(growth) * WEEK_MS;
  return { kind: 'full', at: at(mean), earliest: at(fast), latest: at(slow), perDay };
}

export function growthAhead(past: readonly Fill[], limit: number): GrowthAhead | 'short' | 'step' {
  const peaks = weeklyPeaks(past);
  const all = weeklyGrowth(peaks);
  if (all.length < MIN_WEEKS) return 'short';
  const recent = afterStep(all);
  if (recent.length < MIN_WEEKS) return 'step';
  const mean = recent.reduce((sum, growth) => sum + growth, 0) / recent.length;
  const variance = recent.reduce((sum, growth) => sum + (growth - mean) ** 2, 0) / (recent.length - 1);
  const peak = peaks.at(-1) ?? 0;
  const weeks = mean > 0 ? Math.max(1, (limit - peak) / mean) : Number.POSITIVE_INFINITY;
  const error = tenthOf(recent.length - 1) * Math.sqrt(variance * (1 / recent.length + 1 / weeks));
  return { mean, error, peak };
}

function afterStep(all: readonly number[]): readonly number[] {
  const total = all.reduce((sum, growth) => sum + Math.abs(growth), 0);
  return all.slice(all.findLastIndex((growth) => Math.abs(growth) > total * STEP_PART) + 1);
}

/** The value that Student's t exceeds in a tenth of cases (Abramowitz and Stegun 26.7.5), for three and more degrees of freedom. */
function tenthOf(freedom: number): number {
  const z = 1.2816;
  return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);
}
