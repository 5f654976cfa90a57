// Which alerts explain which. A reading that is bad because of something else is attached to the alert about that, and waits while
// that is not decided yet.
import { isHostAlert, isWithinInstance } from './alert-ids.ts';
import type { Evaluation } from './evaluation.ts';
import type { Judged } from './lifecycle.ts';
import type { Polls } from './polls.ts';
import type { Reading } from './reading.ts';
import { createTogether } from './together.ts';
import type { Tracked, TrackedAlerts } from './tracked.ts';

/** How long a symptom waits at most until its possible causes are decided. */
const LONGEST_WAIT_MS = 300_000;
/** After a start, a symptom waits this long for a host that no rule has read yet. By then each instance has been tried. */
const FIRST_POLLS_MS = 60_000;
/** A symptom that remains after its cause ended must be bad in this many further good polls. */
const POLLS_AFTER_CAUSE = 2;

/** In these lists, each entity is a whole instance, or a site, which belongs to none and says both about itself: its line and its clock. */
const ofInstances: readonly string[] = ['instances', 'dockerHosts', 'sites'];

interface Known {
  judged: Judged;
  instanceId: string;
  list: string;
  entityId: string;
}

export type Causes = ReturnType<typeof createCauses>;

export interface CausesDeps {
  alerts: TrackedAlerts;
  polls: Polls;
  /** On the monotonic clock. */
  started: number;
}

export function createCauses({ alerts, polls, started }: CausesDeps) {
  const known = new Map<string, Known>();
  const together = createTogether(alerts);
  const active = new Set<string>();
  for (const { id, open } of alerts.all()) if (open && isHostAlert(id)) active.add(id);

  const isIn = (id: string, instance: string): boolean =>
    isWithinInstance(id) && alerts.get(id)?.instanceId === instance;

  const isUndecided = (id: string, { resource }: Reading, since: number, now: number): boolean => {
    if (alerts.get(id)?.pending) return true;
    // Alerts of the same resource come from the same answer.
    if (!isHostAlert(id)) return false;
    const cause = known.get(id);
    if (!cause) return now - started < FIRST_POLLS_MS;
    if (cause.judged !== 'well') return cause.judged !== 'off';
    // Data that the instance itself sent proves that it answers.
    if (cause.instanceId === resource.instanceId && ofInstances.includes(cause.list)) return false;
    // A failed poll says something about the instance, and nothing about its nodes and guests.
    const asked = cause.list === 'instances' ? polls.lastTry(cause.instanceId) : polls.lastGood(cause.instanceId);
    return asked <= since;
  };

  return {
    /** The verdict about a possible cause. */
    note(reading: Reading, judged: Judged, list: string, entityId: string) {
      known.set(reading.id, { judged, instanceId: reading.resource.instanceId, list, entityId });
    },
    /** The ids of all active alerts about hosts. */
    active: (): ReadonlySet<string> => active,
    /** Whether there is one that may explain alerts: any of them, or one about something in this instance. */
    isActive: (within: string | undefined): boolean =>
      within === undefined ? active.size > 0 : active.values().some((id) => isIn(id, within)),
    /** The same question about some of them, for many entities. */
    mayExplain(ids: ReadonlySet<string>): (within: string | undefined) => boolean {
      const within = new Set([...ids].filter(isWithinInstance).map((id) => alerts.get(id)?.instanceId));
      return (instance) => instance === undefined || within.has(instance);
    },
    began: (id: string) => void active.add(id),
    /** The active alert that explains this one. */
    activeCause({ id, reading }: Tracked): string | undefined {
      for (const cause of reading?.causes ?? []) {
        const tracked = cause === id ? undefined : alerts.get(cause);
        const active = tracked?.open ? cause : tracked?.wait?.cause;
        if (active !== undefined && active !== id && alerts.get(active)?.open) return active;
      }
      return undefined;
    },
    /** Whether a confirmed reading without an active cause must wait. */
    mustWait({ reading, pending, wait }: Tracked, { now: { monotonic: now }, number }: Evaluation): boolean {
      if (!reading || !pending || !wait) return false;
      if (now - wait.since >= LONGEST_WAIT_MS) return false;
      if (wait.freed !== undefined && wait.freed < POLLS_AFTER_CAUSE) return true;
      const since = pending.since.monotonic;
      return (
        (reading.causes ?? []).some((cause) => cause !== reading.id && isUndecided(cause, reading, since, now)) ||
        together.mustWait(reading, since, polls.lastGood(reading.resource.instanceId), number)
      );
    },
    /** An alert ended that may have been a cause. */
    ended(id: string, now: number) {
      if (active.delete(id)) together.returned(id, now);
    },
    /** A bad reading is good again. Its alert was raised or not. */
    recovered: together.started,
    /** The entity does not exist any more. */
    removed(list: string, entityId: string) {
      for (const [id, cause] of known) if (cause.list === list && cause.entityId === entityId) known.delete(id);
    },
    prune: together.prune,
  };
}
