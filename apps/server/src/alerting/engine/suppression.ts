// A value that returns soon and almost unchanged is no new alert.
import type { AlertConfig } from '@belfry/schema/alerts/config';

/** The last occurrence of an alert. Times are on the monotonic clock. */
export interface LastOccurrence {
  startedAt: number;
  endedAt: number;
  value: number;
  /** A person cleared it, so its next bad reading is raised. */
  cleared: boolean;
}

type Rules = Pick<AlertConfig, 'minimumDelta' | 'suppressionWindow'>;

export const windowMs = ({ suppressionWindow }: Pick<Rules, 'suppressionWindow'>): number => suppressionWindow * 60_000;

/** Whether the value is too close to the value of the last occurrence, and too soon after its start. */
export const isRepeat = (last: LastOccurrence, value: number, now: number, rules: Rules): boolean =>
  !last.cleared && now - last.startedAt < windowMs(rules) && isNear(last, value, rules);

export const isNear = (last: LastOccurrence, value: number, { minimumDelta }: Pick<Rules, 'minimumDelta'>): boolean =>
  Math.abs(value - last.value) < minimumDelta;
