// Puts into each active alert how much depends on its resource, so that every list and message has the same order and the same number.
import { dependsOn, NOTHING_DEPENDS, type Surroundings } from '@belfry/domain/alerts/depends';
import { factsOf } from '@belfry/domain/delta/facts';
import { partsOf } from '@belfry/domain/delta/parts';
import type { Alert, Depends } from '@belfry/schema/entities/alert';

/** Returns the alerts in the same places. An alert of which nothing changed stays the same object. */
export function createWeighing(): (alerts: Alert[], state: Surroundings) => Alert[] {
  const known = new WeakMap<Alert, { weighed: Alert; surroundings: readonly unknown[] }>();
  let last: { alerts: Alert[]; surroundings: readonly unknown[]; weighed: Alert[] } | undefined;
  return (alerts, state) => {
    const now = surroundingsOf(state);
    const surroundings = last && areSameItems(last.surroundings, now) ? last.surroundings : now;
    if (last?.alerts === alerts && last.surroundings === surroundings) return last.weighed;
    const depends = dependsOn(state);
    const weighed = alerts.map((alert) => {
      const before = known.get(alert);
      if (before?.surroundings === surroundings) return before.weighed;
      const own = withDepends(alert, depends(alert), before?.weighed);
      known.set(alert, { weighed: own, surroundings });
      return own;
    });
    const result = areSameItems(weighed, alerts) ? alerts : weighed;
    last = { alerts, surroundings, weighed: result };
    return result;
  };
}

/** What is counted is the same while all of these are the same: readings of guests, and when a host answered last, are not counted. */
const surroundingsOf = (state: Surroundings): readonly unknown[] => [
  ...[state.vms, state.containers].flatMap((guests) => partsOf(guests).map(factsOf)),
  ...[state.storage, state.dockerHosts, state.pbs],
  ...state.instances.flatMap(({ id, site }) => [id, site]),
];

const areSameItems = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, place) => item === b[place]);

const isSame = (a: Depends | undefined, b: Depends): boolean =>
  a?.guests === b.guests && a.others === b.others && a.unknown === b.unknown;

/** `before` if it says the same, and the alert itself if nothing depends on its resource. */
function withDepends(alert: Alert, depends: Depends, before: Alert | undefined): Alert {
  if (!alert.metadata || isSame(NOTHING_DEPENDS, depends)) return alert;
  if (before && isSame(before.metadata?.depends, depends)) return before;
  return { ...alert, metadata: { ...alert.metadata, depends } };
}
