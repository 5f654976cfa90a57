// The verdicts that rules of several kinds give.
import type { Limit, Policy } from '@belfry/domain/alerts/thresholds';
import type { Severity } from '@belfry/schema/alerts/config';
import type { Confirm, Reading, Verdict } from '../engine/reading.ts';

export const well: Verdict = { is: 'well' };
export const unknown: Verdict = { is: 'unknown' };
export const off: Verdict = { is: 'off' };

/** A condition that has no figure. */
export const bad = (level: Severity): Verdict => ({ is: 'bad', level, value: 1, threshold: 1 });

/** `value` undefined: the host does not say it. Without a limit the metric is switched off. */
export const measured = (value: number | undefined, limit: Limit | undefined): Verdict =>
  limit === undefined ? off : value === undefined ? unknown : { is: 'measured', value, limit };

/** A job that is late may be made up for: by a host that was off, or when its disk is mounted again. Jobs are read every five minutes, so two reads agree. */
export const LATE_STAYS: Confirm = { holdMs: 360_000 };

/** No rule is evaluated for a resource whose alerts are disabled. */
export const unlessDisabled = ({ disabled }: Policy, readings: readonly Reading[]): readonly Reading[] =>
  disabled ? readings.map((reading) => ({ ...reading, verdict: off })) : readings;
