// The verdicts that rules of several kinds give.
import type { Limit, Policy } from '@belfry/domain/alerts/thresholds';
import type { Severity } from '@belfry/schema/alerts/config';
import type { Reading, Verdict } from '../engine/reading.ts';

export const well: Verdict = { is: 'well' };
export const unknown: Verdict = { is: 'unknown' };
export const off: Verdict = { is: 'off' };

/** A condition that has no figure. */
export const bad = (level: Severity): Verdict => ({ is: 'bad', level, value: 1, threshold: 1 });

/** `value` undefined: the host does not say it. Without a limit the metric is switched off. */
export const measured = (value: number | undefined, limit: Limit | undefined): Verdict =>
  limit === undefined ? off : value === undefined ? unknown : { is: 'measured', value, limit };

/** No rule is evaluated for a resource whose alerts are disabled. */
export const unlessDisabled = ({ disabled }: Policy, readings: readonly Reading[]): readonly Reading[] =>
  disabled ? readings.map((reading) => ({ ...reading, verdict: off })) : readings;
