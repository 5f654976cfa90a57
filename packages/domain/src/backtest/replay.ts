// The alerts that a threshold would have raised, from stored values. The same rules as in the engine: hysteresis, how long a value must be
// bad, and what is no new alert. A value that is not known starts and ends nothing, and its time does not count.
import type { Severity } from '@belfry/schema/alerts/config';
import { judgeValue } from '../alerts/judge.ts';
import type { Limit } from '../alerts/thresholds.ts';
import { createReturning, type Returning } from './returning.ts';

/** The value at index n stands for `from + n * stepMs` (epoch ms) until one step later. NaN: not known. */
export interface Steps {
  from: number;
  stepMs: number;
  values: ArrayLike<number>;
}

/** Epoch ms. Without `end` it is active when the values end. `level`: the worst. `activeMs`: without the time in which nothing was known. */
export interface Replayed {
  start: number;
  end: number | undefined;
  level: Severity;
  activeMs: number;
}

const NEVER: Returning = { minimumDelta: 0, suppressionWindow: 0 };

/** `factor`: a stored value times this is in the unit of the limit. `holdMs`: so long a value is bad before it is an alert. */
export function replay(
  { from, stepMs, values }: Steps,
  limit: Pick<Limit, 'trigger' | 'clear' | 'critical'>,
  holdMs: number,
  factor = 1,
  rules: Returning = NEVER,
): Replayed[] {
  const found: Replayed[] = [];
  const returning = createReturning(rules);
  let level: Severity | undefined;
  let open: Replayed | undefined;
  let badMs = 0;
  /** When the present bad values began. */
  let since = 0;
  for (let nth = 0; nth < values.length; nth++) {
    const [at, end] = [from + nth * stepMs, from + (nth + 1) * stepMs];
    const value = (values[nth] ?? Number.NaN) * factor;
    const judged = judgeValue(value, limit, level);
    if (judged === 'unknown') continue;
    if (judged === 'well' || judged === 'off') {
      if (open) open.end = at;
      open = undefined;
      level = undefined;
      badMs = 0;
      continue;
    }
    if (badMs === 0) since = at;
    badMs += stepMs;
    if (open) open.activeMs += stepMs;
    else if (badMs >= holdMs) {
      const confirmed = Math.max(at, end - (badMs - holdMs));
      const start = returning.startOf(confirmed, value);
      if (start > confirmed && start >= end) continue;
      open = { start, end: undefined, level: judged, activeMs: end - start };
      found.push(open);
    }
    if (!open) continue;
    level = judged;
    returning.seen(since, value);
    if (judged === 'critical') open.level = 'critical';
  }
  return found;
}
