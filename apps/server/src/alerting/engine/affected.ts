// What each active cause affects: the alerts that are attached to it, and resources that depended on it when it began.
import type { Affected } from '@belfry/schema/entities/alert';
import type { EntityReadings } from './readers.ts';
import type { Reading, Resource } from './reading.ts';
import type { Tracked, TrackedAlerts } from './tracked.ts';

/** More would make each change of the alert a large message. `all` has the others. */
const MAX_SHOWN = 1000;

export type AffectedResources = ReturnType<typeof createAffected>;

/** What an alert says about a resource, by its id. */
type Members = Map<string, Named>;
type Named = Pick<Resource, 'name' | 'node' | 'instance'>;

const NOTHING: ReadonlyMap<string, Affected | undefined> = new Map();

export function createAffected(alerts: Pick<TrackedAlerts, 'get' | 'all'>) {
  /** By cause, list and entity: the names of the resources by id. */
  const causes = new Map<string, Map<string, Members>>();
  const byEntity = new Map<string, Set<string>>();
  const touched = new Set<string>();
  const keyOf = (list: string, entityId: string) => `${list}/${entityId}`;

  const put = (cause: string, key: string, members: Members) => {
    const entities = causes.get(cause) ?? new Map<string, Members>();
    causes.set(cause, entities);
    const named = byEntity.get(key) ?? new Set<string>();
    if (members.size > 0) {
      entities.set(key, members);
      byEntity.set(key, named.add(cause));
      return;
    }
    entities.delete(key);
    named.delete(cause);
    if (named.size === 0) byEntity.delete(key);
  };

  const compose = (cause: string, attached: Iterable<Tracked>): Affected | undefined => {
    const names: Members = new Map();
    for (const members of causes.get(cause)?.values() ?? []) for (const [id, named] of members) names.set(id, named);
    for (const { reading, open } of attached) {
      if (reading) names.set(reading.resource.id, reading.resource);
      else if (open) names.set(open.alert.resourceId, { ...open.alert, name: open.alert.resourceName });
    }
    const resources = distinct(names).sort((a, b) => (a.id < b.id ? -1 : 1));
    return names.size === 0 ? undefined : { count: names.size, resources };
  };

  const attachedTo = (ids: Iterable<string>) => {
    const attached = new Map<string, Tracked[]>([...ids].map((cause) => [cause, []]));
    for (const tracked of alerts.all()) {
      const cause = tracked.open ? tracked.open.alert.metadata?.cause : tracked.wait?.cause;
      if (cause !== undefined) attached.get(cause)?.push(tracked);
    }
    return attached;
  };

  const shown = (affects: Affected | undefined): Affected | undefined =>
    affects && { ...affects, resources: affects.resources.slice(0, MAX_SHOWN) };

  return {
    /** Adds the resources of an entity that depend on this active cause. */
    join(cause: string, { list, entityId, readings }: Pick<EntityReadings, 'list' | 'entityId' | 'readings'>) {
      const members = dependents(cause, readings.filter(suffers));
      members.delete(alerts.get(cause)?.open?.alert.resourceId ?? '');
      if (members.size === 0) return;
      put(cause, keyOf(list, entityId), members);
      touched.add(cause);
    },
    /** Resources that do not depend on their cause any more, such as a guest that another node has started, leave it. */
    review(list: string, entityId: string, readings: readonly Reading[]) {
      if (byEntity.size === 0) return;
      const key = keyOf(list, entityId);
      for (const cause of [...(byEntity.get(key) ?? [])]) {
        const before = causes.get(cause)?.get(key) ?? new Map<string, Named>();
        const depend = dependents(cause, readings);
        const after = new Map([...before].filter(([id]) => depend.has(id)));
        if (after.size === before.size) continue;
        put(cause, key, after);
        touched.add(cause);
      }
    },
    isMember: (list: string, entityId: string): boolean => byEntity.size > 0 && byEntity.has(keyOf(list, entityId)),
    /** The alerts that are attached to this cause have changed. */
    touch: (cause: string) => void touched.add(cause),
    ended(cause: string) {
      for (const key of [...(causes.get(cause)?.keys() ?? [])]) put(cause, key, new Map());
      causes.delete(cause);
      touched.delete(cause);
    },
    /** What has changed since the last call, by cause. */
    changes(): ReadonlyMap<string, Affected | undefined> {
      if (touched.size === 0) return NOTHING;
      const attached = attachedTo(touched);
      touched.clear();
      return new Map([...attached].map(([cause, symptoms]) => [cause, shown(compose(cause, symptoms))]));
    },
    /** Everything that a cause affects, also what its alert does not name. */
    all: (cause: string): Affected['resources'] =>
      compose(cause, attachedTo([cause]).get(cause) ?? [])?.resources ?? [],
  };
}

/** A resource that was not running, or whose alerts were disabled, was not affected when the cause began. */
const suffers = ({ verdict }: Reading): boolean =>
  verdict.is !== 'off' && !(verdict.is === 'well' && verdict.value === undefined);

const dependents = (cause: string, readings: readonly Reading[]): Members =>
  new Map(readings.filter(({ causes }) => causes?.includes(cause)).map(({ resource }) => [resource.id, resource]));

/** Names that several resources have, such as the storage of each cluster on one datastore, say where each of them is. */
function distinct(names: Members): { id: string; name: string }[] {
  const same = Map.groupBy(names.values(), ({ name }) => name);
  return [...names].map(([id, { name, node, instance }]) => {
    const others = same.get(name) ?? [];
    if (others.length < 2) return { id, name };
    const isElsewhere = others.filter((other) => other.instance === instance).length === 1;
    return { id, name: isElsewhere ? `${name} (${instance})` : `${name} (${node})` };
  });
}
