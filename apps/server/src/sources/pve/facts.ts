// The facts of a PVE source: the latest answer of each poll. Entities are composed from all of them, so a poll that
// fails leaves its part unchanged.
import { guestAlive } from '@belfry/domain/status';
import type { CephCluster } from '@belfry/schema/entities/ceph-cluster';
import type { NetworkInterface, Pressure } from '@belfry/schema/entities/guest';
import type { NodePressure, ThinPool } from '@belfry/schema/entities/node';
import type { PhysicalDisk } from '@belfry/schema/entities/physical-disk';
import type { BackupTask, GuestSnapshot, StorageBackup } from '@belfry/schema/entities/pve-backups';
import type { QuorumDevice, ReplicationJob } from '@belfry/schema/entities/pve-cluster';
import type { Service } from '@belfry/schema/entities/service';
import type { ZfsPool } from '@belfry/schema/entities/storage';
import type { Task } from '@belfry/schema/entities/task';
import type { TrafficCounters } from '@belfry/schema/messages/observation';
import type { Rights } from '../proxmox-api/granted-rights.ts';
import type { HintingTask } from '../proxmox-api/settings-kind.ts';
import type { AgentRecord } from './agent-record.ts';
import type { Availability } from './availability.ts';
import type { ClusterStatus } from './cluster.ts';
import type { DriveReadings } from './drive-latency.ts';
import type { GuestConfig } from './guest-config.ts';
import type { Swap, VmMemory } from './guest-details.ts';
import type { HaConfig } from './ha-config.ts';
import { type KnownGuests, lacksData, learnGuests, learnStatuses, noGuests } from './known-guests.ts';
import type { Metrics } from './metrics.ts';
import type { NodeApis } from './node-apis.ts';
import type { PveNodeStatus } from './node-status.ts';
import { type GuestRow, lastStatusOf, type NodeRow, type Resources, type StorageRow } from './payloads.ts';
import { lacksFigures, type Pulses, pulsesOf, stillSince, withOwn } from './standstill.ts';
import type { NodeStorage, StorageConfig } from './storage-details.ts';

export interface Facts {
  readonly nodes: readonly NodeRow[];
  readonly guests: readonly GuestRow[];
  readonly knownGuests: KnownGuests;
  /** Since when the figures of nodes stand still. */
  readonly pulses: Pulses;
  readonly storages: readonly StorageRow[];
  readonly metrics: Metrics;
  readonly nodeStatus: ReadonlyMap<string, PveNodeStatus>;
  readonly nodeApis: NodeApis;
  /** By node. */
  readonly nodePressure: ReadonlyMap<string, NodePressure>;
  /** By node. */
  readonly services: ReadonlyMap<string, readonly Service[]>;
  readonly cluster: ClusterStatus | undefined;
  readonly version: string | undefined;
  readonly rights: Rights | undefined;
  readonly availability: Availability | undefined;
  readonly quorumDevice: QuorumDevice | undefined;
  /** By vmid. */
  readonly replication: ReadonlyMap<number, readonly ReplicationJob[]>;
  /** By vmid: whether a backup job includes the guest. Guests that were created after the answer are not in the map. */
  readonly coverage: ReadonlyMap<number, boolean> | undefined;
  /**
   * Whether the list of the fast poll contains tags. If not, the tags from the lists of each node are used, by vmid.
   */
  readonly listsTags: boolean;
  readonly tags: ReadonlyMap<number, readonly string[]>;
  /** By vmid. */
  readonly onboot: ReadonlyMap<number, boolean>;
  /** By vmid: whether a task works on the guest that has a lock. */
  readonly locksInUse: ReadonlyMap<number, boolean>;
  readonly memory: ReadonlyMap<number, VmMemory>;
  readonly swap: ReadonlyMap<number, Swap>;
  readonly pressure: ReadonlyMap<number, Pressure>;
  readonly drives: DriveReadings;
  readonly agents: ReadonlyMap<number, AgentRecord>;
  readonly addresses: ReadonlyMap<number, readonly NetworkInterface[]>;
  readonly snapshots: ReadonlyMap<number, readonly GuestSnapshot[]>;
  readonly configs: ReadonlyMap<number, GuestConfig>;
  readonly ha: HaConfig | undefined;
  readonly storageConfigs: ReadonlyMap<string, StorageConfig>;
  /** By `node/storage` and by `node/pool`. */
  readonly nodeStorages: ReadonlyMap<string, NodeStorage>;
  readonly pools: ReadonlyMap<string, ZfsPool>;
  /** The nodes whose list of pools was read. */
  readonly poolsRead: ReadonlySet<string>;
  /** By node. */
  readonly thinPools: ReadonlyMap<string, readonly ThinPool[]>;
  /** By node. */
  readonly disks: ReadonlyMap<string, readonly PhysicalDisk[]>;
  readonly ceph: CephCluster | undefined;
  /** The addresses of its monitors. */
  readonly cephMonitors: ReadonlySet<string>;
  readonly backupTasks: ReadonlyMap<string, BackupTask>;
  readonly tasks: ReadonlyMap<string, Task>;
  /** That say which configurations to read at once. */
  readonly hintingTasks: readonly HintingTask[];
  /** By name of the storage, or `node/name` for a storage that is not shared. */
  readonly storageBackups: ReadonlyMap<string, readonly StorageBackup[]>;
}

export const noMetrics: Metrics = { counters: new Map(), load: new Map(), ioWait: new Map() };

export const noFacts: Facts = {
  nodes: [],
  guests: [],
  knownGuests: noGuests,
  pulses: new Map(),
  storages: [],
  metrics: noMetrics,
  nodeStatus: new Map(),
  nodeApis: new Map(),
  nodePressure: new Map(),
  services: new Map(),
  cluster: undefined,
  version: undefined,
  rights: undefined,
  availability: undefined,
  quorumDevice: undefined,
  replication: new Map(),
  coverage: undefined,
  listsTags: false,
  tags: new Map(),
  onboot: new Map(),
  locksInUse: new Map(),
  memory: new Map(),
  swap: new Map(),
  pressure: new Map(),
  drives: new Map(),
  agents: new Map(),
  addresses: new Map(),
  snapshots: new Map(),
  configs: new Map(),
  ha: undefined,
  storageConfigs: new Map(),
  nodeStorages: new Map(),
  pools: new Map(),
  poolsRead: new Set(),
  thinPools: new Map(),
  disks: new Map(),
  ceph: undefined,
  cephMonitors: new Set(),
  backupTasks: new Map(),
  tasks: new Map(),
  hintingTasks: [],
  storageBackups: new Map(),
};

/**
 * The answer of the fast poll replaces all rows. A row keeps its data if the host has no data for it at the moment. `now` in epoch
 * ms.
 */
export function withResources(before: Facts, found: Resources, metrics: Metrics, now: number): Facts {
  const facts = withoutLostNodes(before, found.nodes);
  const pulses = pulsesOf(facts.pulses, found.nodes, now);
  const isStill = (node: string) => stillSince(pulses, node) !== undefined;
  const known = learnGuests(facts.knownGuests, found.guests, found.templates);
  const { storages } = found;
  const guests = found.guests.some(lacksData) ? keepGuests(facts.guests, found.guests, known, isStill) : found.guests;
  const lost = new Set(found.nodes.flatMap(({ name, status }) => (status === 'online' ? [] : [name])));
  return {
    ...facts,
    metrics,
    pulses,
    knownGuests: learnStatuses(known, guests, lost),
    listsTags: found.listsTags,
    nodes: found.nodes.some(lacksFigures) ? keepNodes(facts.nodes, found.nodes) : found.nodes,
    guests,
    storages: storages.some(isStorageWithoutData) ? keepStorages(facts.storages, storages, isStill) : storages,
  };
}

type IsStill = (node: string) => boolean;

/** A node whose figures are gone keeps all that was known. It is stale then. */
function keepNodes(before: readonly NodeRow[], rows: readonly NodeRow[]): NodeRow[] {
  const known = new Map(before.map((row) => [row.name, row]));
  return rows.map((row) => {
    const old = lacksFigures(row) ? known.get(row.name) : undefined;
    return old?.status === 'online' ? old : row;
  });
}

/** The facts of nodes that left the cluster are removed. A node that is only offline stays in the list. */
function withoutLostNodes(facts: Facts, nodes: readonly NodeRow[]): Facts {
  const left = new Set(nodes.map(({ name }) => name));
  if (facts.nodes.every(({ name }) => left.has(name))) return facts;
  const keep = <T>(map: ReadonlyMap<string, T>, nodeOf: (key: string, value: T) => string) =>
    new Map([...map].filter(([key, value]) => left.has(nodeOf(key, value))));
  return {
    ...facts,
    nodeStatus: keep(facts.nodeStatus, (node) => node),
    nodeApis: keep(facts.nodeApis, (node) => node),
    nodePressure: keep(facts.nodePressure, (node) => node),
    services: keep(facts.services, (node) => node),
    nodeStorages: keep(facts.nodeStorages, nodeOfKey),
    pools: keep(facts.pools, nodeOfKey),
    poolsRead: new Set([...facts.poolsRead].filter((node) => left.has(node))),
    thinPools: keep(facts.thinPools, (node) => node),
    disks: keep(facts.disks, (node) => node),
    backupTasks: keep(facts.backupTasks, (_, { node }) => node),
    tasks: keep(facts.tasks, (_, { node }) => node),
  };
}

/** A guest without statistics keeps its last ones, but not its counters, and its state only while its node is stale. */
function keepGuests(
  before: readonly GuestRow[],
  rows: readonly GuestRow[],
  { names, templates, statuses }: KnownGuests,
  isStill: IsStill,
): GuestRow[] {
  const known = new Map(before.map((row) => [row.vmid, row]));
  return rows.flatMap((row): GuestRow[] => {
    if (!lacksData(row)) return [row];
    const { vmid, node, haState, counters } = row;
    if (templates.has(vmid)) return [];
    const old = known.get(vmid);
    if (!old) return [{ ...row, name: names.get(vmid), lastStatus: statuses.get(vmid) }];
    const status = isStill(node) ? old.status : row.status;
    return [{ ...old, node, status, haState, counters, lastStatus: lastStatusOf(old) }];
  });
}

const isStorageWithoutData = ({ total, status }: StorageRow): boolean => total === undefined && status !== 'available';

function keepStorages(before: readonly StorageRow[], rows: readonly StorageRow[], isStill: IsStill): StorageRow[] {
  const known = new Map(before.map((row) => [`${row.node}/${row.name}`, row]));
  return rows.map((row) => {
    const old = isStorageWithoutData(row) ? known.get(`${row.node}/${row.name}`) : undefined;
    if (!old) return row;
    return { ...row, used: old.used, total: old.total, status: isStill(row.node) ? old.status : row.status };
  });
}

export const withNodeStatus = (facts: Facts, node: string, status: PveNodeStatus): Facts => ({
  ...facts,
  nodeStatus: new Map(facts.nodeStatus).set(node, status),
});

/** The uptime that the node itself reports. */
export const withOwnUptime = (facts: Facts, node: string, uptime: number): Facts => ({
  ...facts,
  pulses: withOwn(facts.pulses, node, uptime),
});

/** The counters with the time of the sample, if the host reported it. */
export const countersFor = (facts: Facts, row: GuestRow): TrafficCounters =>
  facts.metrics.counters.get(row.key) ?? row.counters;

/** Adds the data from the lists of one node. Data that the lists do not contain remains. */
export const withGuestDetails = (facts: Facts, lists: Pick<Facts, 'memory' | 'swap' | 'pressure' | 'tags'>): Facts => ({
  ...facts,
  memory: joined(facts.memory, lists.memory),
  swap: joined(facts.swap, lists.swap),
  pressure: joined(facts.pressure, lists.pressure),
  tags: joined(facts.tags, lists.tags),
});

function joined<T>(all: ReadonlyMap<number, T>, some: ReadonlyMap<number, T>): ReadonlyMap<number, T> {
  if (some.size === 0) return all;
  const both = new Map(all);
  for (const [vmid, value] of some) both.set(vmid, value);
  return both;
}

/** Removes the memory data of guests that are switched off, and all list data of guests that no longer exist. */
export function withoutStoppedGuests(facts: Facts): Facts {
  const alive = new Set(facts.guests.filter((g) => guestAlive(g.status)).map((g) => g.vmid));
  const there = new Set(facts.guests.map((g) => g.vmid));
  const keep = <T>(map: ReadonlyMap<number, T>, vmids: ReadonlySet<number>) =>
    new Map([...map].filter(([vmid]) => vmids.has(vmid)));
  return {
    ...facts,
    memory: keep(facts.memory, alive),
    swap: keep(facts.swap, alive),
    pressure: keep(facts.pressure, alive),
    drives: keep(facts.drives, alive),
    tags: keep(facts.tags, there),
  };
}

/** Undefined: not read in this run. */
export interface NodePools {
  zfs: readonly ZfsPool[] | undefined;
  thin: readonly ThinPool[] | undefined;
}

/** Sets the storages and pools of one node. If the list of storages is empty, or pools were not read, the last ones remain. */
export function withNodeStorages(
  facts: Facts,
  node: string,
  storages: ReadonlyMap<string, NodeStorage>,
  { zfs, thin }: NodePools,
): Facts {
  const others = <T>(map: ReadonlyMap<string, T>) => [...map].filter(([key]) => nodeOfKey(key) !== node);
  const own = [...storages].map(([name, storage]): [string, NodeStorage] => [`${node}/${name}`, storage]);
  const ownPools = zfs?.map((pool): [string, ZfsPool] => [`${node}/${pool.name}`, pool]);
  return {
    ...facts,
    nodeStorages: storages.size === 0 ? facts.nodeStorages : new Map([...others(facts.nodeStorages), ...own]),
    pools: ownPools ? new Map([...others(facts.pools), ...ownPools]) : facts.pools,
    poolsRead: zfs ? new Set([...facts.poolsRead, node]) : facts.poolsRead,
    thinPools: thin ? new Map(facts.thinPools).set(node, thin) : facts.thinPools,
  };
}

const nodeOfKey = (key: string): string => key.slice(0, key.indexOf('/'));

export const isOnline = (facts: Facts, node: string): boolean =>
  facts.nodes.some((row) => row.name === node && row.status === 'online');
