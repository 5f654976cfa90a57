// A cluster is polled once: finds the first instance of each cluster, and the instances to poll.
import { kinds } from '@belfry/schema/config/kinds';
import type { NodeConfig } from '@belfry/schema/config/node';
import type { Cluster } from '../../config/host.ts';
import type { StoredInstance } from '../../db/instances-store.ts';
import type { Logger } from '../../lib/logger.ts';
import { isSameCluster } from './cluster.ts';
import type { Clusters } from './clusters.ts';

/** What a host is recognised by: its name, or its address within its site. */
type Identity = Pick<NodeConfig, 'type' | 'name' | 'host' | 'site'>;

export interface Duplicates {
  /** The earlier instance that monitors the same cluster. */
  of(id: string): StoredInstance | undefined;
  /**
   * The instance that monitors this cluster and was added before the instance with this name or host, if there is one. What a collector says
   * about its cluster ends the polls of its own site only: it may name the nodes and the certificates of any other place.
   */
  earlierWith(cluster: Cluster, config: Identity): StoredInstance | undefined;
  /** The instance of this site whose cluster has a member at this address; `own` is ignored. */
  withMember(place: Pick<NodeConfig, 'host' | 'site'>, own: string | undefined): StoredInstance | undefined;
  /**
   * All instances except the duplicates. A new instance waits until it and all earlier instances are checked, so that
   * nothing is shown twice. The first instance, and one that is polled already, do not wait.
   */
  polled(): StoredInstance[];
}

export function createDuplicates(
  clusters: Pick<Clusters, 'of' | 'isLookedAt' | 'instances'>,
  log: Pick<Logger, 'warn' | 'info'>,
): Duplicates {
  const released = new Set<string>();
  const logged = new Map<string, string>();

  const earlierWith: Duplicates['earlierWith'] = (cluster, identity) => {
    const { type, name, host } = identity;
    const all = clusters.instances();
    const own = all.findIndex(
      ({ config }) =>
        config.type === type && (config.name === name || (config.host === host && isOneSite(config, identity))),
    );
    return all.slice(0, own < 0 ? all.length : own).find(({ id, config }) => {
      const theirs = clusters.of(id);
      const isNear = isOneSite(config, identity);
      return (isNear || !config.site) && theirs !== undefined && isSameCluster(theirs, cluster, isNear);
    });
  };
  const of: Duplicates['of'] = (id) => {
    const cluster = clusters.of(id);
    const instance = clusters.instances().find((each) => each.id === id);
    return cluster && instance && earlierWith(cluster, instance.config);
  };
  function tell({ id, config: { name } }: StoredInstance): void {
    const same = of(id)?.config.name;
    if (same === logged.get(id)) return;
    if (same === undefined) {
      logged.delete(id);
      log.info({ instance: name }, 'is no longer the same cluster as an earlier instance: it is polled');
    } else {
      logged.set(id, same);
      log.warn({ instance: name, same }, 'is the same cluster as an earlier instance: only that one is polled');
    }
  }
  function release(instances: readonly StoredInstance[]): void {
    for (const id of released) if (!instances.some((instance) => instance.id === id)) released.delete(id);
    let isFirst = true;
    let allLookedAt = true;
    for (const { id, config } of instances) {
      const isClustered = kinds[config.type].clustered;
      if (isClustered) allLookedAt &&= clusters.isLookedAt(id);
      if (!isClustered || isFirst || allLookedAt) released.add(id);
      if (isClustered) isFirst = false;
    }
  }

  return {
    of,
    earlierWith,
    withMember: (place, own) =>
      clusters
        .instances()
        .find(
          ({ id, config }) =>
            id !== own &&
            isOneSite(config, place) &&
            clusters.of(id)?.members.some((member) => member.origin === place.host),
        ),
    polled() {
      const instances = clusters.instances();
      release(instances);
      instances.forEach(tell);
      return instances.filter(({ id }) => released.has(id) && !of(id));
    },
  };
}

const isOneSite = (a: Pick<NodeConfig, 'site'>, b: Pick<NodeConfig, 'site'>): boolean =>
  (a.site ?? '') === (b.site ?? '');
