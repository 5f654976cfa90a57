// Which alerts explain which. A reading that is bad because of something else is attached to the alert about that, and waits while
// that is not decided yet.
import { type AlertTypeFacts, alertTypes, type ResourceKind } from '@belfry/domain/alerts/catalogue';
import type { Judged } from './lifecycle.ts';
import type { Polls } from './polls.ts';
import type { Reading } from './reading.ts';
import type { Tracked, TrackedAlerts } from './tracked.ts';

/** How long a symptom waits at most until its possible causes are decided. */
const LONGEST_WAIT_MS = 300_000;
/** After the start, a possible cause that no rule has told of yet is waited for: each instance has been tried by then. */
const FIRST_POLLS_MS = 60_000;
/** Symptoms of one cause that begin within this time of each other belong together. */
const TOGETHER_MS = 60_000;
/** A node that is shut down stops its guests first. It must stay online for so long after the last of them. */
const SHUTDOWN_MS = 120_000;
/** After the end of a cause its symptoms end one by one, as guests start one by one. The others wait so long after the last one. */
const RECOVERY_MS = 60_000;
/** A symptom that outlives its cause must be bad in so many further good polls. */
const POLLS_AFTER_CAUSE = 2;

const explaining: ReadonlySet<string> = new Set<ResourceKind>(['node', 'instance', 'pbs', 'pmg', 'dockerHost']);

const types: Partial<Record<string, AlertTypeFacts>> = alertTypes;

/** Whether an alert of this type about this kind of resource can be the cause of others. */
export const isExplaining = (type: string, kind: string): boolean =>
  types[type]?.category === 'offline' && explaining.has(kind);

const isOffline = ({ type }: Reading): boolean => alertTypes[type].category === 'offline';

interface Known {
  judged: Judged;
  instanceId: string;
  list: string;
  entityId: string;
}

export interface Causes {
  /** What a possible cause was judged to be. */
  note(reading: Reading, judged: Judged, list: string, entityId: string): void;
  /** The ids of all causes that are active. */
  active(): ReadonlySet<string>;
  began(id: string): void;
  /** The active alert that explains this one. */
  activeCause(tracked: Tracked): string | undefined;
  /** Whether a confirmed reading without an active cause must wait. `now` is on the monotonic clock. */
  mustWait(tracked: Tracked, now: number): boolean;
  /** An alert ended that may have been a cause. */
  ended(id: string, now: number): void;
  /** Whether one has ended since this was asked last. */
  haveEnded(): boolean;
  /** A reading that was bad is well again, or it was never raised. */
  recovered(reading: Reading, now: number): void;
  /** The entity does not exist any more. */
  removed(list: string, entityId: string): void;
  prune(now: number): void;
}

export interface CausesDeps {
  alerts: TrackedAlerts;
  polls: Polls;
  /** On the monotonic clock. */
  started: number;
}

export function createCauses({ alerts, polls, started }: CausesDeps): Causes {
  const known = new Map<string, Known>();
  const ends = new Map<string, { at: number; lastRecovery: number }>();
  const active = new Set<string>();
  let hasEnded = false;
  for (const { id, open } of alerts.all()) {
    if (open && isExplaining(open.alert.type, open.alert.metadata?.resourceType ?? '')) active.add(id);
  }

  const isUndecided = (id: string, since: number, now: number): boolean => {
    if (alerts.get(id)?.pending) return true;
    const cause = known.get(id);
    if (!cause) return now - started < FIRST_POLLS_MS;
    if (cause.judged !== 'well') return cause.judged !== 'off';
    // A failed poll is news of an instance. It is no news of what the instance tells.
    const asked = cause.list === 'instances' ? polls.lastTry(cause.instanceId) : polls.lastGood(cause.instanceId);
    return asked <= since;
  };

  /** The last of those that began together with this one, if there are several. */
  const lastOfGroup = (nearest: string, own: number): number | undefined => {
    const starts: number[] = [];
    for (const { reading, pending, open } of alerts.all()) {
      if (!reading || !isOffline(reading) || reading.causes?.[0] !== nearest) continue;
      const start = pending?.since.monotonic ?? open?.startedAt;
      if (start !== undefined) starts.push(start);
    }
    starts.sort((a, b) => a - b);
    const place = starts.indexOf(own);
    let [first, last] = [place, place];
    while (first > 0 && at(starts, first) - at(starts, first - 1) <= TOGETHER_MS) first--;
    while (last < starts.length - 1 && at(starts, last + 1) - at(starts, last) <= TOGETHER_MS) last++;
    return last > first ? at(starts, last) : undefined;
  };

  const isOneOfMany = (reading: Reading, since: number, now: number): boolean => {
    const nearest = reading.causes?.[0];
    if (nearest === undefined || !isOffline(reading)) return false;
    const end = ends.get(nearest);
    if (end && now - end.lastRecovery < RECOVERY_MS) return true;
    const last = lastOfGroup(nearest, since);
    return last !== undefined && now - last < SHUTDOWN_MS;
  };

  return {
    note(reading, judged, list, entityId) {
      known.set(reading.id, { judged, instanceId: reading.resource.instanceId, list, entityId });
    },
    active: () => active,
    began: (id) => void active.add(id),
    activeCause({ id, reading }) {
      for (const cause of reading?.causes ?? []) {
        const tracked = cause === id ? undefined : alerts.get(cause);
        const active = tracked?.open ? cause : tracked?.wait?.cause;
        if (active !== undefined && active !== id && alerts.get(active)?.open) return active;
      }
      return undefined;
    },
    mustWait({ reading, pending, wait }, now) {
      if (!reading || !pending || !wait) return false;
      if (now - wait.since >= LONGEST_WAIT_MS) return false;
      if (wait.freed !== undefined && wait.freed < POLLS_AFTER_CAUSE) return true;
      const since = pending.since.monotonic;
      return (
        (reading.causes ?? []).some((cause) => cause !== reading.id && isUndecided(cause, since, now)) ||
        isOneOfMany(reading, since, now)
      );
    },
    ended(id, now) {
      if (!active.delete(id)) return;
      hasEnded = true;
      ends.set(id, { at: now, lastRecovery: now });
    },
    haveEnded() {
      const had = hasEnded;
      hasEnded = false;
      return had;
    },
    recovered(reading, now) {
      const end = reading.causes?.[0] === undefined ? undefined : ends.get(reading.causes[0]);
      if (end && isOffline(reading)) end.lastRecovery = now;
    },
    removed(list, entityId) {
      for (const [id, cause] of known) if (cause.list === list && cause.entityId === entityId) known.delete(id);
    },
    prune(now) {
      for (const [id, { at }] of ends) if (now - at > LONGEST_WAIT_MS) ends.delete(id);
    },
  };
}

const at = (list: readonly number[], place: number): number => list[place] as number;
