// What a PVE source knows: the latest answer of each poll. Entities are composed from all of them, so a poll that
// fails leaves its part as it was.
import type { CephCluster } from '@belfry/schema/entities/ceph-cluster';
import type { NetworkInterface } from '@belfry/schema/entities/guest';
import type { PhysicalDisk } from '@belfry/schema/entities/physical-disk';
import type { BackupTask, GuestSnapshot, StorageBackup } from '@belfry/schema/entities/pve-backups';
import type { ReplicationJob } from '@belfry/schema/entities/pve-cluster';
import type { ZfsPool } from '@belfry/schema/entities/storage';
import type { Counters } from '../source.ts';
import type { AgentRecord } from './agent-record.ts';
import type { Availability } from './availability.ts';
import type { Cluster } from './cluster.ts';
import type { Swap, VmMemory } from './guest-details.ts';
import type { Metrics } from './metrics.ts';
import type { NodeStatus } from './node-status.ts';
import type { GuestRow, NodeRow, Resources, StorageRow } from './payloads.ts';
import type { Rights } from './rights.ts';
import type { NodeStorage, StorageConfig } from './storage-details.ts';

export interface Facts {
  readonly nodes: readonly NodeRow[];
  readonly guests: readonly GuestRow[];
  readonly storages: readonly StorageRow[];
  readonly metrics: Metrics;
  readonly nodeStatus: ReadonlyMap<string, NodeStatus>;
  readonly cluster: Cluster | undefined;
  readonly version: string | undefined;
  readonly rights: Rights | undefined;
  readonly availability: Availability | undefined;
  /** By vmid. */
  readonly replication: ReadonlyMap<number, readonly ReplicationJob[]>;
  /** The vmids no backup job takes in. */
  readonly uncovered: ReadonlySet<number> | undefined;
  /** By vmid. */
  readonly memory: ReadonlyMap<number, VmMemory>;
  readonly swap: ReadonlyMap<number, Swap>;
  readonly agents: ReadonlyMap<number, AgentRecord>;
  readonly addresses: ReadonlyMap<number, readonly NetworkInterface[]>;
  readonly snapshots: ReadonlyMap<number, readonly GuestSnapshot[]>;
  readonly storageConfigs: ReadonlyMap<string, StorageConfig>;
  /** By `node/storage` and by `node/pool`. */
  readonly nodeStorages: ReadonlyMap<string, NodeStorage>;
  readonly pools: ReadonlyMap<string, ZfsPool>;
  /** By node. */
  readonly disks: ReadonlyMap<string, readonly PhysicalDisk[]>;
  readonly ceph: CephCluster | undefined;
  readonly backupTasks: ReadonlyMap<string, BackupTask>;
  /** By storage name, or `node/name` where each node has its own. */
  readonly storageBackups: ReadonlyMap<string, readonly StorageBackup[]>;
}

export const noMetrics: Metrics = { counters: new Map(), load: new Map() };

export const noFacts: Facts = {
  nodes: [],
  guests: [],
  storages: [],
  metrics: noMetrics,
  nodeStatus: new Map(),
  cluster: undefined,
  version: undefined,
  rights: undefined,
  availability: undefined,
  replication: new Map(),
  uncovered: undefined,
  memory: new Map(),
  swap: new Map(),
  agents: new Map(),
  addresses: new Map(),
  snapshots: new Map(),
  storageConfigs: new Map(),
  nodeStorages: new Map(),
  pools: new Map(),
  disks: new Map(),
  ceph: undefined,
  backupTasks: new Map(),
  storageBackups: new Map(),
};

/** The fast loop's answer replaces all rows; rows the host knows nothing about at the moment keep what they were. */
export function withResources(facts: Facts, found: Resources, metrics: Metrics): Facts {
  const guests = new Map(facts.guests.map((g) => [g.vmid, g]));
  const storages = new Map(facts.storages.map((s) => [`${s.node}/${s.name}`, s]));
  return {
    ...facts,
    metrics,
    nodes: found.nodes,
    guests: found.guests.map((row) => keepGuest(guests.get(row.vmid), row)),
    storages: found.storages.map((row) => keepStorage(storages.get(`${row.node}/${row.name}`), row)),
  };
}

/** A guest without statistics has neither name nor sizes: its last ones stay, its counters do not. */
function keepGuest(before: GuestRow | undefined, row: GuestRow): GuestRow {
  if (!before || row.name !== undefined || row.status !== 'unknown') return row;
  return { ...before, node: row.node, status: row.status, haState: row.haState, counters: row.counters };
}

function keepStorage(before: StorageRow | undefined, row: StorageRow): StorageRow {
  if (!before || row.total !== undefined || row.status === 'available') return row;
  return { ...row, used: before.used, total: before.total };
}

/** Answers of nodes that are gone are forgotten; a node that did not answer this time keeps its last answer. */
export function withNodeStatus(facts: Facts, answers: ReadonlyMap<string, NodeStatus>): Facts {
  const known = [...facts.nodeStatus, ...answers];
  const gone = (name: string) => facts.nodes.length > 0 && !facts.nodes.some((node) => node.name === name);
  return { ...facts, nodeStatus: new Map(known.filter(([name]) => !gone(name))) };
}

/** Counters by `qemu/100`, with the time of the sample where the host gave it. */
export const countersFor = (facts: Facts, row: GuestRow): Counters =>
  facts.metrics.counters.get(`${row.type}/${row.vmid}`) ?? row.counters;

/** What a node's lists did not say this time stays; guests that are gone are forgotten. */
export function withGuestDetails(
  facts: Facts,
  answers: readonly { memory: ReadonlyMap<number, VmMemory>; swap: ReadonlyMap<number, Swap> }[],
): Facts {
  const running = new Set(facts.guests.filter((g) => g.status === 'running').map((g) => g.vmid));
  const keep = <T>(entries: Iterable<[number, T]>) => new Map([...entries].filter(([vmid]) => running.has(vmid)));
  return {
    ...facts,
    memory: keep([...facts.memory, ...answers.flatMap((a) => [...a.memory])]),
    swap: keep([...facts.swap, ...answers.flatMap((a) => [...a.swap])]),
  };
}

export interface StorageDetails {
  configs: ReadonlyMap<string, StorageConfig>;
  nodes: readonly { node: string; storages: ReadonlyMap<string, NodeStorage>; pools: readonly ZfsPool[] }[];
  hasCeph: boolean;
  ceph: CephCluster | undefined;
}

/** Empty answers are no answers: the last ones stay. Ceph goes when its storages do. */
export function withStorageDetails(facts: Facts, { configs, nodes, hasCeph, ceph }: StorageDetails): Facts {
  const nodeStorages = new Map(facts.nodeStorages);
  const pools = new Map(facts.pools);
  for (const { node, storages, pools: found } of nodes) {
    if (storages.size > 0)
      for (const key of nodeStorages.keys()) if (key.startsWith(`${node}/`)) nodeStorages.delete(key);
    for (const [name, storage] of storages) nodeStorages.set(`${node}/${name}`, storage);
    for (const pool of found) pools.set(`${node}/${pool.name}`, pool);
  }
  const known = configs.size > 0;
  return {
    ...facts,
    storageConfigs: known ? configs : facts.storageConfigs,
    nodeStorages,
    pools,
    ceph: ceph ?? (known && !hasCeph ? undefined : facts.ceph),
  };
}

export const isOnline = (facts: Facts, node: string): boolean =>
  facts.nodes.some((row) => row.name === node && row.status === 'online');
