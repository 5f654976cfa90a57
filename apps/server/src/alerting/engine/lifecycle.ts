// When a reading starts, keeps and ends an alert. Pure: hysteresis, hold times and confirmations, without causes.
import { judgeValue } from '@belfry/domain/alerts/judge';
import type { Limit } from '@belfry/domain/alerts/thresholds';
import type { Severity } from '@belfry/schema/alerts/config';
import type { Moment } from '../../lib/clock.ts';
import type { Confirm, Verdict } from './reading.ts';

/** What a verdict means for an alert. `unknown` starts and ends nothing. */
export type Judged = Severity | 'well' | 'unknown' | 'off';

export const isBad = (judged: Judged): judged is Severity => judged === 'warning' || judged === 'critical';

/** `level`: of the active alert, if there is one. Between the two values of a threshold nothing changes. */
export function judge(verdict: Verdict, level?: Severity): Judged {
  if (verdict.is === 'measured') return judgeValue(verdict.value, verdict.limit, level);
  return verdict.is === 'bad' ? verdict.level : verdict.is;
}

/** The value with which an active alert ends, as `judgeValue` compares it. */
export const endOf = ({ trigger, clear }: Pick<Limit, 'trigger' | 'clear'>): { atMost: number } | { below: number } =>
  clear <= 0 || clear >= trigger ? { below: trigger } : { atMost: clear };

/** How the essential poll of the instance ended since the last evaluation, if there was one. */
export type PollResult = 'good' | 'failed' | undefined;

/**
 * A bad reading that is not confirmed yet. `polls` and `tries` count the good polls and all polls that said so, the last good
 * one at `seenAt`. Time in which nothing was known does not count. Times are on the monotonic clock.
 */
export interface Pending {
  since: Moment;
  seenAt: number;
  polls: number;
  tries: number;
  unknownMs: number;
  unknownSince?: number;
}

export const startPending = (now: Moment): Pending => ({ ...startAgain(now), polls: 1, tries: 1 });

/** After a person cleared the alert, only a new poll counts. */
export const startAgain = (now: Moment): Pending => ({
  since: now,
  seenAt: now.monotonic,
  polls: 0,
  tries: 0,
  unknownMs: 0,
});

export function continuePending(
  pending: Pending,
  judged: Severity | 'unknown',
  now: Moment,
  poll: PollResult,
): Pending {
  const { unknownSince, ...known } = pending;
  if (judged === 'unknown') return unknownSince === undefined ? { ...known, unknownSince: now.monotonic } : pending;
  if (poll === undefined && unknownSince === undefined) return pending;
  return {
    since: known.since,
    seenAt: poll === 'good' ? now.monotonic : known.seenAt,
    polls: known.polls + (poll === 'good' ? 1 : 0),
    tries: known.tries + (poll === undefined ? 0 : 1),
    unknownMs: known.unknownMs + (unknownSince === undefined ? 0 : now.monotonic - unknownSince),
  };
}

export function isConfirmed(pending: Pending, confirm: Confirm, now: Moment): boolean {
  if (pending.unknownSince !== undefined) return false;
  const from = pending.since.monotonic + pending.unknownMs;
  if ('polls' in confirm) return pending.polls >= Math.max(1, confirm.polls);
  if ('tries' in confirm) return pending.tries >= Math.max(1, confirm.tries);
  if ('silentMs' in confirm) return now.monotonic - from >= confirm.silentMs;
  // It counts only until the last good poll, because nothing is known about the time since then.
  return pending.polls >= (confirm.holdMs > 0 ? 2 : 1) && pending.seenAt - from >= confirm.holdMs;
}
