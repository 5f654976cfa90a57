// Takes one alert a step further: it is raised, changes its level, ends, or is found to be gone.
import { factsOf } from '@belfry/domain/alerts/catalogue';
import type { Severity } from '@belfry/schema/alerts/config';
import type { ResolvedReason } from '@belfry/schema/entities/alert';
import type { EndReading } from '@belfry/schema/notifications/notice';
import { iso, type Moment } from '../../lib/clock.ts';
import { alertOf, measuredValue, messageOf, refreshed, rounded, startedAs, withMetadata } from './alert.ts';
import type { Evaluation } from './evaluation.ts';
import { CALM_MS } from './flapping.ts';
import { continuePending, isBad, type Judged, judge, startPending } from './lifecycle.ts';
import type { Past } from './past.ts';
import type { Open, Tracked } from './tracked.ts';

/** A resource or a part of it is gone when this many good polls of its instance did not have it. */
const POLLS_UNTIL_GONE = 3;
/** The value of an active alert is updated at most this often, because it changes with every poll. Its level is updated at once. */
const ANNOUNCE_MS = 60_000;
/** An active alert about which nothing is known for so long says that it is old. A poll may fail once. */
const UNREAD_MS = 60_000;

export interface ProgressDeps {
  past: Past;
  newOccurrence(): string;
  /** The alert is not active any more. */
  resolved(tracked: Tracked, open: Open, reason: ResolvedReason, evaluation: Evaluation): void;
  /** It is neither active nor pending any more. */
  dropped(tracked: Tracked, evaluation: Evaluation): void;
  /** The alert as clients see it has changed. */
  changed(tracked: Tracked): void;
}

export interface Progress {
  step(tracked: Tracked, evaluation: Evaluation): void;
  /** The reading is not there. `counts`: the poll should have had it. */
  miss(tracked: Tracked, counts: boolean, evaluation: Evaluation): void;
  raise(tracked: Tracked, evaluation: Evaluation): void;
  resolve(tracked: Tracked, reason: ResolvedReason, evaluation: Evaluation, by?: string): void;
  /** It ends regardless of its reading. */
  end(tracked: Tracked, reason: ResolvedReason, evaluation: Evaluation): void;
}

export function createProgress({ past, newOccurrence, resolved, dropped, changed }: ProgressDeps): Progress {
  function resolve(tracked: Tracked, reason: ResolvedReason, evaluation: Evaluation, by?: string): void {
    const { id, open } = tracked;
    if (!open) return;
    open.alert = startedAs(open.alert, beginOf(open, evaluation.now));
    const { alert, startedAt } = open;
    const { ackTime, ackUser } = alert;
    past.ended(id, {
      startedAt,
      endedAt: evaluation.now.monotonic,
      value: alert.value,
      cleared: reason === 'cleared',
      acknowledged: alert.acknowledged ? { ...(ackTime && { ackTime }), ...(ackUser && { ackUser }) } : undefined,
    });
    tracked.open = undefined;
    const now = reason === 'recovered' ? endReading(tracked) : undefined;
    evaluation.note('resolved', open, { reason, ...(now && { now }), ...(by !== undefined && { by }) });
    resolved(tracked, open, reason, evaluation);
  }

  function drop(tracked: Tracked, evaluation: Evaluation): void {
    tracked.pending = undefined;
    dropped(tracked, evaluation);
  }

  function end(tracked: Tracked, reason: ResolvedReason, evaluation: Evaluation): void {
    resolve(tracked, reason, evaluation);
    drop(tracked, evaluation);
  }

  const startFlapping = (tracked: Tracked, open: Open, evaluation: Evaluation) => {
    open.alert = withMetadata(open.alert, { flapping: { since: iso(evaluation.now.at) } });
    evaluation.note('flapping', open);
    changed(tracked);
  };

  /** The reading is good, or the threshold is now above the value. */
  function recover(tracked: Tracked, open: Open, evaluation: Evaluation): void {
    if (evaluation.isReconfigured || tracked.isRejudged) {
      end(tracked, 'disabled', evaluation);
      return;
    }
    const now = evaluation.now.monotonic;
    if (!open.alert.metadata?.flapping) {
      if (!past.changed(tracked.id, now)) {
        end(tracked, hasNoValue(tracked) ? 'stopped' : 'recovered', evaluation);
        return;
      }
      startFlapping(tracked, open, evaluation);
    }
    const { since = now, unknownSince } = open.calm ?? {};
    open.calm = { since: unknownSince === undefined ? since : since + now - unknownSince };
    if (now - open.calm.since < CALM_MS) return;
    past.forgetChanges(tracked.id);
    end(tracked, 'recovered', evaluation);
  }

  function keep(tracked: Tracked, open: Open, judged: Severity, moment: Moment): void {
    const now = moment.monotonic;
    const { reading } = tracked;
    if (!reading) return;
    open.calm = undefined;
    const value = measuredValue(tracked.verdict);
    if (value !== undefined) open.peak = worse(tracked, open.peak, value);
    // While it flaps, its level only rises.
    const level = open.alert.metadata?.flapping && open.alert.level === 'critical' ? 'critical' : judged;
    const isFigure = tracked.verdict.is === 'measured' && level === open.alert.level && !tracked.isRejudged;
    if (isFigure && open.announcedAt !== undefined && now - open.announcedAt < ANNOUNCE_MS) return;
    const next = startedAs(refreshed(open.alert, reading, level), beginOf(open, moment));
    open.announcedAt = now;
    if (next === open.alert) return;
    open.alert = next;
    changed(tracked);
  }

  function noteUnread(tracked: Tracked, open: Open, isUnknown: boolean, { at, monotonic }: Moment): void {
    open.unread = isUnknown ? (open.unread ?? { at, monotonic }) : undefined;
    const isOld = open.unread !== undefined && monotonic - open.unread.monotonic >= UNREAD_MS;
    const { unreadSince } = open.alert.metadata ?? {};
    // After a restart nothing is known for a moment about any alert: what was old stays so until there is a reading.
    if (isOld ? unreadSince !== undefined : unreadSince === undefined || isUnknown) return;
    open.alert = withMetadata(open.alert, { unreadSince: isOld && open.unread ? iso(open.unread.at) : undefined });
    changed(tracked);
  }

  function stepOpen(tracked: Tracked, open: Open, evaluation: Evaluation): void {
    const judged = judge(tracked.verdict, tracked.isRejudged ? undefined : open.alert.level);
    noteUnread(tracked, open, judged === 'unknown', evaluation.now);
    if (judged === 'off') end(tracked, 'disabled', evaluation);
    else if (judged === 'well') recover(tracked, open, evaluation);
    else if (judged === 'unknown') pauseCalm(open, evaluation);
    else {
      const { level, value } = open.alert;
      keep(tracked, open, judged, evaluation.now);
      const hasGrown = factsOf(open.alert.type).notifiesGrowth && open.alert.value > value;
      if (open.alert.level !== level || hasGrown) evaluation.note('level', open);
    }
  }

  function stepPending(tracked: Tracked, judged: Judged, evaluation: Evaluation): void {
    const { pending, wait } = tracked;
    const poll = evaluation.poll(tracked.instanceId);
    if (judged === 'well' || judged === 'off') {
      drop(tracked, evaluation);
      return;
    }
    if (pending) tracked.pending = continuePending(pending, judged, evaluation.now, poll);
    else if (isBad(judged)) tracked.pending = startPending(evaluation.now);
    if (wait?.freed !== undefined && isBad(judged) && poll === 'good')
      tracked.wait = { ...wait, freed: wait.freed + 1 };
  }

  return {
    step(tracked, evaluation) {
      tracked.evaluation = evaluation.number;
      tracked.missing = undefined;
      if (tracked.open) stepOpen(tracked, tracked.open, evaluation);
      else stepPending(tracked, judge(tracked.verdict), evaluation);
      tracked.isRejudged = false;
    },
    miss(tracked, counts, evaluation) {
      tracked.evaluation = evaluation.number;
      tracked.verdict = { is: 'unknown' };
      if (tracked.open) stepOpen(tracked, tracked.open, evaluation);
      else stepPending(tracked, 'unknown', evaluation);
      tracked.missing = (tracked.missing ?? 0) + (counts && evaluation.poll(tracked.instanceId) === 'good' ? 1 : 0);
      if (tracked.missing >= POLLS_UNTIL_GONE) end(tracked, 'gone', evaluation);
    },
    raise(tracked, evaluation) {
      const { id, list, reading, pending, verdict } = tracked;
      const judged = judge(verdict);
      if (!reading || !pending || !isBad(judged)) return;
      const { now, config } = evaluation;
      const acknowledged = past.acknowledgement(id, now.monotonic, config);
      const occurrence = newOccurrence();
      const { at, monotonic, asleep } = pending.since;
      const alert = alertOf(reading, judged, { occurrence, list, startedAt: at, now: now.at, acknowledged });
      const open: Open = {
        alert,
        occurrence,
        startedAt: monotonic,
        asleep,
        peak: measuredValue(verdict) ?? alert.value,
        announcedAt: now.monotonic,
      };
      tracked.open = open;
      tracked.pending = undefined;
      tracked.wait = undefined;
      evaluation.note('raised', open);
      changed(tracked);
      if (past.changed(id, now.monotonic)) startFlapping(tracked, open, evaluation);
    },
    resolve,
    end,
  };
}

/** Nothing is known about it, and it does not say so yet. */
export const mayBeUnread = (open: Open | undefined): boolean =>
  open?.unread !== undefined && open.alert.metadata?.unreadSince === undefined;

/** A stopped resource has no values. */
const hasNoValue = ({ verdict, open }: Tracked): boolean =>
  verdict.is === 'well' && verdict.value === undefined && open?.alert.metadata?.unit !== 'none';

/** The worst value: the lowest one where low values are bad. */
const worse = ({ open }: Tracked, a: number, b: number): number =>
  open && open.alert.value < open.alert.threshold && b < open.alert.threshold ? Math.min(a, b) : Math.max(a, b);

function pauseCalm(open: Open, evaluation: Evaluation): void {
  if (open.calm && open.calm.unknownSince === undefined)
    open.calm = { ...open.calm, unknownSince: evaluation.now.monotonic };
}

/**
 * When it began by the present clock, epoch ms. A machine without a clock of its own starts with a time of long ago. Time in which the
 * process was stopped passed too.
 */
const beginOf = ({ startedAt, asleep: before = 0 }: Open, { at, monotonic, asleep = 0 }: Moment): number =>
  at - (monotonic - startedAt) - (asleep - before);

/** The sentences of rules are about what is wrong; only one with a measured value is right about what is well. */
function endReading({ reading, verdict }: Tracked): EndReading | undefined {
  const value = measuredValue(verdict);
  if (!reading || value === undefined || !Number.isFinite(value)) return undefined;
  return { value: rounded(value), ...(verdict.is === 'measured' && messageOf(reading)) };
}
