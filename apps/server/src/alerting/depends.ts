// Puts into each active alert how much depends on its resource, so that every list and message has the same order and the same number.
import { dependsOn, NOTHING_DEPENDS } from '@belfry/domain/alerts/depends';
import type { Alert, Depends } from '@belfry/schema/entities/alert';
import type { State } from '@belfry/schema/state';

/** Returns the alerts in the same places. An alert of which nothing changed stays the same object. */
export function createWeighing(): (alerts: Alert[], state: State) => Alert[] {
  let known = new WeakMap<Alert, Alert>();
  let last: { alerts: Alert[]; lists: readonly unknown[]; weighed: Alert[] } | undefined;
  return (alerts, state) => {
    const lists = [state.vms, state.containers, state.storage, state.dockerHosts, state.pbs];
    if (last?.alerts === alerts && lists.every((list, place) => list === last?.lists[place])) return last.weighed;
    const depends = dependsOn(state);
    const next = new WeakMap<Alert, Alert>();
    const weighed = alerts.map((alert) => {
      const own = depends(alert);
      if (!alert.metadata || isSame(NOTHING_DEPENDS, own)) return alert;
      const before = known.get(alert);
      const now = before && isSame(before.metadata?.depends, own) ? before : withDepends(alert, own);
      next.set(alert, now);
      return now;
    });
    known = next;
    const result = weighed.every((alert, place) => alert === alerts[place]) ? alerts : weighed;
    last = { alerts, lists, weighed: result };
    return result;
  };
}

const isSame = (a: Depends | undefined, b: Depends): boolean =>
  a?.guests === b.guests && a.others === b.others && a.unknown === b.unknown;

const withDepends = (alert: Alert, depends: Depends): Alert => ({
  ...alert,
  ...(alert.metadata && { metadata: { ...alert.metadata, depends } }),
});
