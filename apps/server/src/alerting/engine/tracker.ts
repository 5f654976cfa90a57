// One evaluation of the readings: of entities that changed, and of alerts that change by time or by polls alone.
import type { AlertType } from '@belfry/domain/alerts/catalogue';
import { forAll } from '../../lib/for-all.ts';
import { type Guarded, unguarded } from '../../lib/parts.ts';
import type { AffectedResources } from './affected.ts';
import { isHostAlert } from './alert-ids.ts';
import type { Causes } from './causes.ts';
import { NO_INSTANCE } from './entities-to-read.ts';
import type { Evaluation } from './evaluation.ts';
import type { Following } from './following.ts';
import { isBad, judge } from './lifecycle.ts';
import type { Polls } from './polls.ts';
import { mayBeUnread, type Progress } from './progress.ts';
import type { EntityReadings, Needs, Reader, Visitor } from './readers.ts';
import type { Reading, Verdict } from './reading.ts';
import { type Context, type IsNeeded, SERVER } from './rule-set.ts';
import { createTimed } from './timed.ts';
import type { Tracked, TrackedAlerts } from './tracked.ts';

export interface TrackerDeps {
  alerts: TrackedAlerts;
  polls: Polls;
  readers: readonly Reader[];
  progress: Progress;
  causes: Causes;
  affected: AffectedResources;
  following: Following;
  guarded?: Guarded;
}

type Vanished = Pick<EntityReadings, 'list' | 'entityId' | 'isStale' | 'isPartial' | 'unknownParts'>;

const NONE = (): readonly string[] => [];
const needsNone = () => false;
const UNKNOWN = { is: 'unknown' } as const;
const OFF = { is: 'off' } as const;

export function createTracker(deps: TrackerDeps) {
  const { alerts, polls, readers, progress, causes, affected, following, guarded = unguarded } = deps;
  /** After a restart: all alerts whose readings are not there yet. */
  const timed = createTimed(alerts.unbound());

  const retime = (tracked: Tracked) => {
    following.consider(tracked);
    const { id, entityId, pending, missing, open } = tracked;
    const isTracked = alerts.get(id) === tracked;
    const isTimed = entityId === undefined || pending || missing !== undefined || open?.calm || mayBeUnread(open);
    if (isTracked && isTimed) timed.add(tracked, !waitsForAnswer(tracked));
    else timed.remove(tracked);
  };

  const take = (entity: EntityReadings, evaluation: Evaluation) => {
    const { list, entityId, readings } = entity;
    const own = alerts.ofEntity(list, entityId);
    for (const reading of readings) takeReading(reading, entity, own, evaluation);
    if (alerts.unbound().size > 0) adopt(entity);
    miss(entity, evaluation);
    affected.review(list, entityId, readings);
    if (entity.isNew) for (const cause of causes.active()) affected.join(cause, entity);
  };

  /** After a restart: alerts about parts of this entity that the host does not report yet. */
  const adopt = ({ list, entityId, unknownParts }: EntityReadings) => {
    for (const prefix of unknownParts()) {
      for (const tracked of [...alerts.unbound()])
        if (tracked.list === list && tracked.id.startsWith(prefix)) alerts.bind(tracked, list, entityId);
    }
  };

  const takeReading = (
    reading: Reading,
    { list, entityId, isStale, mayExplain }: EntityReadings,
    own: ReadonlySet<Tracked> | undefined,
    evaluation: Evaluation,
  ) => {
    const verdict = evaluation.config.enabled ? (isStale ? UNKNOWN : reading.verdict) : OFF;
    let tracked = alerts.find(reading, own) ?? (isBad(judge(verdict)) ? alerts.get(reading.id) : undefined);
    const judged = judge(verdict, tracked?.open?.alert.level);
    if (mayExplain && isHostAlert(reading.id)) causes.note(reading, judged, list, entityId);
    const { instanceId } = reading.resource;
    if (tracked) alerts.bind(tracked, list, entityId);
    else if (isBad(judged)) {
      tracked = { id: reading.id, list, entityId, reading, verdict, instanceId, evaluation: 0 };
      alerts.add(tracked);
    } else return;
    noteLimit(tracked, verdict);
    tracked.reading = reading;
    tracked.verdict = verdict;
    tracked.instanceId = instanceId;
    progress.step(tracked, evaluation);
    retime(tracked);
  };

  /** The alerts of an entity whose readings are not there any more. */
  const miss = ({ list, entityId, isStale, isPartial, unknownParts }: Vanished, evaluation: Evaluation) => {
    const own = alerts.ofEntity(list, entityId);
    if (!own) return;
    let unknown: readonly string[] | undefined;
    for (const tracked of [...own]) {
      if (tracked.evaluation === evaluation.number) continue;
      unknown ??= unknownParts();
      const isUnknown = isStale || isPartial || unknown.some((prefix) => tracked.id.startsWith(prefix));
      if (isUnknown) progress.step(Object.assign(tracked, { verdict: UNKNOWN }), evaluation);
      else progress.miss(tracked, true, evaluation);
      retime(tracked);
    }
  };

  const listsOfDecisions = new Set(readers.filter(({ isDecision }) => isDecision).map(({ list }) => list));

  /** Somebody took a decision back, so its alerts end. With an instance that is gone its decisions go too, and nobody took them back. */
  const takeBack = (list: string, entityId: string, { state }: Context, evaluation: Evaluation) => {
    for (const tracked of [...(alerts.ofEntity(list, entityId) ?? [])])
      if (state.instances.some(({ id }) => id === tracked.instanceId)) {
        progress.end(tracked, 'disabled', evaluation);
        retime(tracked);
      }
  };

  /** A site, which no instance has: no poll will say again that it is gone. */
  const endOfNoInstance = (list: string, entityId: string, evaluation: Evaluation) => {
    for (const tracked of [...(alerts.ofEntity(list, entityId) ?? [])])
      if (tracked.instanceId === NO_INSTANCE) {
        progress.end(tracked, 'gone', evaluation);
        retime(tracked);
      }
  };

  /** Nothing is known about an entity: its alerts neither start nor end. After a restart each alert of the list may be its own. */
  const doubt = (list: string, entityId: string, evaluation: Evaluation) => {
    const unbound = [...alerts.unbound()].filter((tracked) => tracked.list === list);
    for (const tracked of [...(alerts.ofEntity(list, entityId) ?? []), ...unbound]) {
      if (tracked.evaluation === evaluation.number) continue;
      progress.step(Object.assign(tracked, { verdict: UNKNOWN }), evaluation);
      retime(tracked);
    }
  };

  const stepTimed = (evaluation: Evaluation) => {
    const due: Tracked[] = [];
    for (const tracked of timed.concerned(evaluation))
      if (tracked.evaluation !== evaluation.number && !isStanding(tracked, evaluation)) due.push(tracked);
    forAll(due, (tracked) => {
      if (tracked.evaluation === evaluation.number) return;
      const { entityId, missing, instanceId, list } = tracked;
      if (entityId === undefined) progress.miss(tracked, polls.hasDelivered(instanceId, list), evaluation);
      else if (missing !== undefined) progress.miss(tracked, true, evaluation);
      else progress.step(tracked, evaluation);
      retime(tracked);
    });
  };

  const needs: Needs = {
    mustRead: (list, entityId, isNew, within) =>
      (isNew && (alerts.unbound().size > 0 || causes.isActive(within))) ||
      alerts.hasEntity(list, entityId) ||
      affected.isMember(list, entityId),
    readings(list, entityId, isNew, within) {
      const isJoining = isNew && causes.isActive(within);
      if (isJoining || alerts.unbound().size > 0 || affected.isMember(list, entityId)) return undefined;
      const own = alerts.ofEntity(list, entityId);
      return own ? ofTypes(own) : needsNone;
    },
  };

  return {
    /** Whether time or polls alone can change the alert has changed. */
    retime,
    /** The pending alerts belong to them. */
    timed,
    track(context: Context, evaluation: Evaluation) {
      const visitor: Visitor = {
        ...needs,
        seen: (entity) => take(entity, evaluation),
        failed: (list, entityId) => doubt(list, entityId, evaluation),
        removed(list, entityId) {
          if (listsOfDecisions.has(list)) takeBack(list, entityId, context, evaluation);
          endOfNoInstance(list, entityId, evaluation);
          miss({ list, entityId, isStale: false, isPartial: false, unknownParts: NONE }, evaluation);
          affected.review(list, entityId, []);
          causes.removed(list, entityId);
        },
      };
      timed.begin();
      for (const reader of readers)
        guarded(reader.part, () => reader.next(context, evaluation.isReconfigured, visitor), undefined);
      guarded('the course of alerts', () => stepTimed(evaluation), undefined);
    },
  };
}

/** Bad, and pending. Without another poll a step would change nothing. */
const isBadSoFar = ({ entityId, missing, open, pending, verdict }: Tracked): boolean =>
  pending !== undefined &&
  pending.unknownSince === undefined &&
  verdict.is !== 'unknown' &&
  !open &&
  entityId !== undefined &&
  missing === undefined;

/** Nothing can change it in this evaluation. Most of the time, most pending alerts are like this. */
const isStanding = (tracked: Tracked, evaluation: Evaluation): boolean =>
  isBadSoFar(tracked) && evaluation.poll(tracked.instanceId) === undefined;

/** It is not confirmed, and time alone does not confirm it. Belfry itself answers every second. */
const waitsForAnswer = (tracked: Tracked): boolean =>
  isBadSoFar(tracked) &&
  tracked.wait === undefined &&
  tracked.instanceId !== SERVER &&
  tracked.reading !== undefined &&
  !('silentMs' in tracked.reading.confirm);

/** An alert of before a restart whose reading is not there yet may be of any type, so everything is needed. */
function ofTypes(own: ReadonlySet<Tracked>): IsNeeded | undefined {
  const types: AlertType[] = [];
  for (const { reading } of own) {
    if (reading === undefined) return undefined;
    types.push(reading.type);
  }
  return (type) => types.includes(type);
}

/** After a change of the limit, hysteresis does not apply: the value is compared with the new limit only. */
function noteLimit(tracked: Tracked, verdict: Verdict): void {
  tracked.isRejudged = false;
  if (verdict.is !== 'measured' || verdict.limit === tracked.limit) return;
  const { limit, open } = tracked;
  const { trigger, clear, critical } = verdict.limit;
  tracked.limit = verdict.limit;
  tracked.isRejudged = limit
    ? limit.trigger !== trigger || limit.clear !== clear || limit.critical !== critical
    : open !== undefined && open.alert.threshold !== trigger;
}
