// The alerts that a threshold would have raised, from stored values. The same rules as in the engine: hysteresis, and how long a value must be
// bad. A value that is not known starts and ends nothing, and its time does not count.
import type { Severity } from '@belfry/schema/alerts/config';
import { judgeValue } from '../alerts/judge.ts';
import type { Limit } from '../alerts/thresholds.ts';

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

/** `factor`: a stored value times this is in the unit of the limit. `holdMs`: so long a value is bad before it is an alert. */
export function replay(
  { from, stepMs, values }: Steps,
  limit: Pick<Limit, 'trigger' | 'clear' | 'critical'>,
  holdMs: number,
  factor = 1,
): Replayed[] {
  const found: Replayed[] = [];
  let level: Severity | undefined;
  let open: Replayed | undefined;
  let badMs = 0;
  for (let nth = 0; nth < values.length; nth++) {
    const at = from + nth * stepMs;
    const judged = judgeValue((values[nth] ?? Number.NaN) * factor, limit, level);
    if (judged === 'unknown') continue;
    if (judged === 'well' || judged === 'off') {
      if (open) open.end = at;
      open = undefined;
      level = undefined;
      badMs = 0;
      continue;
    }
    badMs += stepMs;
    if (!open && badMs >= holdMs) {
      open = { start: at + stepMs - (badMs - holdMs), end: undefined, level: judged, activeMs: 0 };
      found.push(open);
      open.activeMs = badMs - holdMs;
    } else if (open) open.activeMs += stepMs;
    if (!open) continue;
    level = judged;
    if (judged === 'critical') open.level = 'critical';
  }
  return found;
}
