// Clusters of Ceph as far as their storages tell: those whose status cannot be read, because it is refused or because they are
// not the cluster of these nodes.
import { byId } from '@belfry/domain/ids';
import { roundTo } from '@belfry/domain/usage';
import type { CephCluster } from '@belfry/schema/entities/ceph-cluster';
import type { Storage } from '@belfry/schema/entities/storage';
import { isCeph } from './ceph.ts';
import type { StorageConfig } from './storage-details.ts';

type Sized = Pick<Storage, 'name' | 'type' | 'total' | 'used'>;

/** The storages of one cluster. `monitors` is empty for the cluster of the nodes themselves. */
interface Group {
  monitors: ReadonlySet<string>;
  storages: readonly Sized[];
}

export interface EstimateOf {
  storages: readonly Sized[];
  configs: ReadonlyMap<string, Pick<StorageConfig, 'monitors' | 'cephPool'>>;
  /** The addresses of the monitors and nodes of the own cluster. */
  own: ReadonlySet<string>;
  /** Whether the status of the own cluster is known. Then only the other clusters are estimated. */
  isOwnKnown: boolean;
}

/**
 * One entity for each cluster. Only the sizes are known. The health is unknown, and the counts of daemons and placement groups
 * are 0.
 */
export function estimatedCeph(of: EstimateOf, instance: string, at: string): CephCluster[] {
  const groups = groupsOf(of);
  return groups
    .filter(({ monitors }) => monitors.size > 0 || !of.isOwnKnown)
    .map((group) => estimateOf(group, of, !of.isOwnKnown && groups.length === 1, { instance, at }))
    .sort(byId);
}

/** Storages that name a common monitor are on one cluster. Without monitors, or with an own one, it is the own cluster. */
function groupsOf({ storages, configs, own }: EstimateOf): Group[] {
  let groups: Group[] = [];
  for (const storage of storages.filter(({ type }) => isCeph(type)).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const named = configs.get(storage.name)?.monitors ?? [];
    const monitors = new Set(named.some((monitor) => own.has(monitor)) ? [] : named);
    const isSame = (group: Group) =>
      monitors.size + group.monitors.size === 0 || !monitors.isDisjointFrom(group.monitors);
    const [same, others] = [groups.filter(isSame), groups.filter((group) => !isSame(group))];
    const joined = same.reduce<Group>(
      (all, group) => ({
        monitors: all.monitors.union(group.monitors),
        storages: [...group.storages, ...all.storages],
      }),
      { monitors, storages: [storage] },
    );
    groups = [...others, joined];
  }
  return groups;
}

/** Several storages may be on one pool, and each of them reports the use of the whole pool. */
function onePerPool(storages: readonly Sized[], configs: EstimateOf['configs']): Sized[] {
  const pools = Map.groupBy(storages, ({ name, type }) => configs.get(name)?.cephPool ?? `${type} ${name}`);
  return [...pools.values()].map((same) => same.reduce((a, b) => (b.total > a.total ? b : a)));
}

function estimateOf(
  { monitors, storages }: Group,
  { configs }: EstimateOf,
  isOnly: boolean,
  { instance, at }: { instance: string; at: string },
): CephCluster {
  const pools = onePerPool(storages, configs);
  const used = pools.reduce((sum, storage) => sum + storage.used, 0);
  // The pools share the free space.
  const free = Math.max(...pools.map((storage) => Math.max(storage.total - storage.used, 0)));
  const total = used + free;
  const [monitor] = [...monitors].sort();
  return {
    id: isOnly || monitor === undefined ? `${instance}-ceph` : `${instance}-ceph-${monitor}`,
    instance,
    name: monitor === undefined || isOnly ? 'Ceph' : `Ceph at ${monitor}`,
    health: 'HEALTH_UNKNOWN',
    healthMessage: 'Ceph itself could not be asked: only the size of its storages is known.',
    totalBytes: total,
    usedBytes: used,
    availableBytes: free,
    usagePercent: total > 0 ? roundTo((used / total) * 100, 1) : 0,
    numMons: 0,
    numMgrs: 0,
    numOsds: 0,
    numOsdsUp: 0,
    numOsdsIn: 0,
    numPGs: 0,
    pools: [],
    services: [],
    storages: storages.map(({ name }) => name).sort(),
    lastUpdated: at,
  };
}
