// A value that returns soon and almost unchanged is no new alert, as in the engine.
import type { AlertConfig } from '@belfry/schema/alerts/config';

/** By how much it must differ, in the unit of the limit, and for how many minutes. */
export type Returning = Pick<AlertConfig, 'minimumDelta' | 'suppressionWindow'>;

const MINUTE_MS = 60_000;

export function createReturning({ minimumDelta, suppressionWindow }: Returning) {
  const windowMs = suppressionWindow * MINUTE_MS;
  let last: { since: number; value: number } | undefined;
  let suppressedUntil = Number.NEGATIVE_INFINITY;
  return {
    /** When a value that is bad for long enough at this time (epoch ms) is an alert. */
    startOf(at: number, value: number): number {
      if (!last || Math.abs(value - last.value) >= minimumDelta) return at;
      if (at >= suppressedUntil && at - last.since < windowMs) suppressedUntil = at + windowMs;
      return Math.max(at, suppressedUntil);
    },
    /** There is an alert with this value. `since`: when its values became bad. */
    seen(since: number, value: number): void {
      last = { since, value };
    },
  };
}
