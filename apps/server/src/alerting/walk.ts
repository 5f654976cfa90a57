// One evaluation of the readings: of entities that changed, and of alerts that change by time or by polls alone.
import type { AffectedResources } from './affected.ts';
import { type Causes, isExplaining } from './causes.ts';
import { isBad, judge } from './lifecycle.ts';
import type { Polls } from './polls.ts';
import type { Progress } from './progress.ts';
import type { Reader, Sight } from './readers.ts';
import type { Reading } from './reading.ts';
import type { Context } from './rule-set.ts';
import type { Tracked, TrackedAlerts } from './tracked.ts';
import type { Turn } from './turn.ts';

export interface WalkDeps {
  alerts: TrackedAlerts;
  polls: Polls;
  readers: readonly Reader[];
  progress: Progress;
  causes: Causes;
  affected: AffectedResources;
}

export interface Walk {
  walk(context: Context, turn: Turn): void;
  /** The alert changes by time or by polls alone, or not any more. */
  rest(tracked: Tracked): void;
}

const UNKNOWN = { is: 'unknown' } as const;
const OFF = { is: 'off' } as const;

export function createWalk({ alerts, polls, readers, progress, causes, affected }: WalkDeps): Walk {
  const restless = new Set<Tracked>();

  const rest = (tracked: Tracked) => {
    const { id, entityId, pending, missing, open } = tracked;
    const isTracked = alerts.get(id) === tracked;
    const isRestless = entityId === undefined || pending || missing !== undefined || open?.calm;
    if (isTracked && isRestless) restless.add(tracked);
    else restless.delete(tracked);
  };

  const take = (sight: Sight, turn: Turn) => {
    const { list, entityId, readings } = sight;
    for (const reading of readings) takeReading(reading, sight, turn);
    miss(sight, turn);
    affected.review(list, entityId, readings);
    if (sight.isNew) for (const cause of causes.active()) affected.join(cause, sight);
  };

  const takeReading = (reading: Reading, { list, entityId, isStale }: Sight, turn: Turn) => {
    const verdict = turn.config.enabled ? (isStale ? UNKNOWN : reading.verdict) : OFF;
    let tracked = alerts.get(reading.id);
    const judged = judge(verdict, tracked?.open?.alert.level);
    if (isExplaining(reading.type, reading.resource.kind)) causes.note(reading, judged, list, entityId);
    const { instanceId } = reading.resource;
    if (tracked) alerts.bind(tracked, list, entityId);
    else if (isBad(judged)) {
      tracked = { id: reading.id, list, entityId, reading, verdict, instanceId, turn: 0 };
      alerts.add(tracked);
    } else return;
    Object.assign(tracked, { reading, verdict, instanceId });
    progress.step(tracked, turn);
    rest(tracked);
  };

  /** The alerts of an entity whose readings are not there any more. */
  const miss = ({ list, entityId, tellsParts, isStale }: Omit<Sight, 'readings' | 'isNew'>, turn: Turn) => {
    for (const tracked of [...alerts.ofEntity(list, entityId)]) {
      if (tracked.turn === turn.number) continue;
      if (tellsParts && !isStale) progress.miss(tracked, true, turn);
      else progress.step(Object.assign(tracked, { verdict: UNKNOWN }), turn);
      rest(tracked);
    }
  };

  const stepRestless = (turn: Turn) => {
    for (const tracked of [...restless]) {
      if (tracked.turn === turn.number) continue;
      const { entityId, missing, instanceId, list } = tracked;
      if (entityId === undefined) progress.miss(tracked, polls.hasDelivered(instanceId, list), turn);
      else if (missing !== undefined) progress.miss(tracked, true, turn);
      else progress.step(tracked, turn);
      rest(tracked);
    }
  };

  return {
    rest,
    walk(context, turn) {
      const mustRead = (list: string, entityId: string, isNew: boolean) =>
        (isNew && (alerts.unbound() > 0 || causes.active().size > 0)) ||
        alerts.hasEntity(list, entityId) ||
        affected.isMember(list, entityId);
      for (const reader of readers) {
        reader.next(
          context,
          turn.isReconfigured,
          mustRead,
          (sight) => take(sight, turn),
          (list, entityId) => {
            miss({ list, entityId, tellsParts: true, isStale: false }, turn);
            affected.review(list, entityId, []);
            causes.removed(list, entityId);
          },
        );
      }
      stepRestless(turn);
    },
  };
}
