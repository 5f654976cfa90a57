// Alerts of instances that were removed from the configuration end at once.
import type { State } from '@belfry/schema/state';
import { SERVER } from './rule-set.ts';
import type { Tracked, TrackedAlerts } from './tracked.ts';

/** After a restart, each instance that is configured has been tried within this time. */
const FIRST_POLLS_MS = 300_000;

/** In two evaluations, because an instance that is renamed may be removed and added again. */
export function createInventory(alerts: TrackedAlerts, started: number) {
  let before: State['instances'] = [];
  let known: ReadonlySet<string> = new Set();
  let suspects = new Set<string>();
  const isUnheard = (id: string, now: number) => !known.has(id) && now - started >= FIRST_POLLS_MS;
  return {
    /** Calls `gone` for each alert of an instance that is missing in two evaluations in a row. `now` is on the monotonic clock. */
    check(instances: State['instances'], now: number, gone: (tracked: Tracked) => void) {
      const missing = new Set<string>();
      // With every poll the instances are others than before, and as a rule they are the same ones.
      if (!areSame(instances, before) || suspects.size > 0 || alerts.unbound().size > 0) {
        const present = new Set(instances.map(({ id }) => id));
        for (const tracked of [...alerts.all()]) {
          const { instanceId } = tracked;
          if (present.has(instanceId) || instanceId === SERVER) continue;
          if (suspects.has(instanceId) || (tracked.entityId === undefined && isUnheard(instanceId, now))) gone(tracked);
          else if (known.has(instanceId)) missing.add(instanceId);
        }
        known = new Set([...present, ...missing]);
        before = instances;
      }
      suspects = missing;
    },
  };
}

const areSame = (a: State['instances'], b: State['instances']): boolean =>
  a.length === b.length && a.every(({ id }, n) => id === b[n]?.id);
