// Tries forecasts on the past of an estate: what would have been said at each week of it, and what came.
import type { Fill } from './fill.ts';
import { growthAhead } from './forecast.ts';
import { WEEK_MS } from './weeks.ts';

/** How far ahead forecasts are tried. */
const WEEKS_AHEAD = [2, 4, 8, 13, 26];
/** Fewer trials say nothing about the width. */
const MIN_TRIALS = 20;
const [NARROWEST, WIDEST] = [0.7, 6];

/** `miss`: how far the growth was from its forecast, in widths of the interval as the formula gives it. 1 is its edge. */
export interface Trial {
  weeks: number;
  miss: number;
}

/** The trials of one past (in the order of time), once a week. A level that was not reached when the past ends counts as reached then. */
export function trialsOf(past: readonly Fill[]): Trial[] {
  const [first, end] = [past[0]?.at ?? 0, past.at(-1)?.at ?? 0];
  const trials: Trial[] = [];
  for (let at = first + 6 * WEEK_MS; at < end; at += WEEK_MS) {
    const split = past.findIndex((fill) => fill.at > at);
    const [known, later] = [past.slice(0, split), past.slice(split)];
    for (const weeks of WEEKS_AHEAD) {
      if (at + weeks * WEEK_MS > end) break;
      const miss = missAt(known, later, weeks);
      if (miss !== undefined) trials.push({ weeks, miss });
    }
  }
  return trials;
}

/** Of the level that the mean reaches after so many weeks. Undefined: nothing would have been said. */
function missAt(known: readonly Fill[], later: readonly Fill[], weeks: number): number | undefined {
  const plain = growthAhead(known, Number.POSITIVE_INFINITY);
  if (typeof plain === 'string' || plain.mean <= 0) return undefined;
  const limit = plain.peak + plain.mean * weeks;
  const ahead = growthAhead(known, limit);
  if (typeof ahead === 'string' || ahead.error === 0) return undefined;
  const reached = later.find(({ used }) => used >= limit) ?? later.at(-1);
  const took = ((reached?.at ?? 0) - (known.at(-1)?.at ?? 0)) / WEEK_MS;
  return Math.abs((ahead.mean * weeks) / took - ahead.mean) / ahead.error;
}

/** By how much the interval must be wider or narrower so that it holds the truth in 80 % of the trials. 1 while there are too few. */
export function calibrationOf(trials: readonly Trial[]): number {
  if (trials.length < MIN_TRIALS) return 1;
  const misses = trials.map(({ miss }) => miss).sort((a, b) => a - b);
  return Math.min(WIDEST, Math.max(NARROWEST, misses[Math.floor(misses.length * 0.8)] ?? 1));
}
