// One cluster or a single host: its real state, and the actions of an operator.
import { type BackupHistory, historyOf } from './backup-history.ts';
import { type BackupJob, createBackupJobs } from './backup-job.ts';
import type { Release } from './catalogue.ts';
import type { Ceph } from './ceph.ts';
import { createGuest, type Guest } from './guest.ts';
import type { Night } from './night.ts';
import { bootOf, createNode, type Node } from './node.ts';
import type { Edits } from './settings.ts';
import { createStorages, type Storage } from './storage.ts';
import { finish, type Task } from './task.ts';
import { chance, hash } from './walk.ts';

/** A replication job. Without `failCount` its last run was successful. */
export type Replication = {
  id: string;
  vmid: number;
  target: string;
  schedule: string;
  failCount?: number;
  /** It has not run since then, and nothing says why. */
  stoppedAt?: number;
  neverRan?: true;
  error?: string;
};

/**
 * `since`: when the lab started, epoch seconds. A cluster of one node is a host without a cluster. `plain`: no names and
 * notes that break careless software.
 */
export type Cluster = {
  name: string;
  release: Release;
  seed: number;
  since: number;
  nodes: Node[];
  guests: Map<number, Guest>;
  storages: Storage[];
  /** What was used of a storage of a node (bytes) at a time (epoch seconds), for a past that a test wants. Undefined: nothing was measured. */
  usedAt?: (storage: string, node: string, t: number) => number | undefined;
  ceph: Ceph | undefined;
  replications: Replication[];
  /** When the manager of high availability, and that of the last node, wrote their status for the last time. */
  managersDiedAt: number | undefined;
  backupJobs: BackupJob[];
  /** What went wrong with backups; see `scriptNight`. */
  nights: Night[];
  /** Undefined until the first call of `historyOf`. Use that function to read it. */
  history: BackupHistory | undefined;
  /** Guests that were removed before the lab started. Their backups still exist. */
  departed: Guest[];
  /** The last thousand tasks since the lab started, oldest first. */
  tasks: Task[];
  /** What an operator has changed in configurations. */
  edits: Edits;
  /** The number of the last event, and the events that have not ended. */
  moment: number;
  pending: { due: number; end: (at: number) => void }[];
  plain: boolean;
  /** Nothing goes wrong unless a script says so; see `calmDown`. */
  calm: boolean;
  /** Nobody backs up or moves guests by hand. */
  isLeftAlone: boolean;
};

export type ClusterPlan = {
  name: string;
  nodes: string[];
  guests: number;
  seed: number;
  release: Release;
  since: number;
  plain?: boolean;
};

export function createCluster(plan: ClusterPlan): Cluster {
  const { name, release, since, plain = false } = plan;
  const seed = hash(plan.seed, name);
  const home = (i: number) => plan.nodes[Math.floor(chance(seed, 'home', i) * plan.nodes.length)] ?? name;
  const made = (vmid: number, node: string) =>
    createGuest(seed, vmid, node, { since, bootedAt: bootOf(seed, node, since), plain });
  const guests = Array.from({ length: plan.guests }, (_, i) => made(100 + i, home(i)));
  const nodes = plan.nodes.map((node, i) =>
    createNode(
      seed,
      node,
      i + 1,
      guests.filter((g) => g.node === node),
      since,
    ),
  );
  return {
    name,
    release,
    seed,
    since,
    nodes,
    guests: new Map(guests.map((g) => [g.vmid, g])),
    storages: createStorages(name, nodes, guests),
    ceph: undefined,
    replications: [],
    managersDiedAt: undefined,
    backupJobs: createBackupJobs(guests),
    nights: [],
    history: undefined,
    departed: guests.length > 1 ? [900_001, 900_002].map((vmid) => made(vmid, nodes[0]?.name ?? name)) : [],
    tasks: [],
    edits: new Map(),
    moment: 0,
    pending: [],
    plain,
    calm: false,
    isLeftAlone: false,
  };
}

export const nodeNamed = (cluster: Cluster, name: string) => cluster.nodes.find((n) => n.name === name);

export const guestsOf = (cluster: Cluster, node: Node) =>
  [...cluster.guests.values()].filter((g) => g.node === node.name);

/** The guests with a disk on that shared storage. */
export const guestsOn = (cluster: Cluster, storage: string) =>
  [...cluster.guests.values()].filter((g) => g.storage === storage);

export const isQuorate = (cluster: Cluster) => cluster.nodes.filter((n) => n.online).length > cluster.nodes.length / 2;

export function startGuest(cluster: Cluster, guest: Guest, at: number): void {
  if (guest.power === 'running') return;
  guest.power = 'running';
  guest.startedAt = at;
  finish(cluster, guest, guest.kind === 'qemu' ? 'qmstart' : 'vzstart', at, at + 2);
}

export function stopGuest(cluster: Cluster, guest: Guest, at: number): void {
  if (guest.power === 'stopped') return;
  guest.power = 'stopped';
  finish(cluster, guest, guest.kind === 'qemu' ? 'qmshutdown' : 'vzshutdown', at, at + 9);
}

/**
 * Moves a guest. It gets a new process on the new node, so its counters start again. If it moves to its replication
 * target, the replication changes its direction. If it moves to a node without ZFS, the replication ends.
 */
export function migrateGuest(cluster: Cluster, guest: Guest, to: Node, at: number): void {
  finish(cluster, guest, guest.kind === 'qemu' ? 'qmigrate' : 'vzmigrate', at, at + 35);
  for (const job of cluster.replications)
    if (job.vmid === guest.vmid && job.target === to.name) job.target = guest.node;
  if (!to.zfs) cluster.replications = cluster.replications.filter((job) => job.vmid !== guest.vmid);
  guest.node = to.name;
  guest.startedAt = at;
}

/** Removes a guest. Its backups remain. */
export function removeGuest(cluster: Cluster, guest: Guest, at: number): void {
  historyOf(cluster);
  cluster.replications = cluster.replications.filter((job) => job.vmid !== guest.vmid);
  cluster.guests.delete(guest.vmid);
  finish(cluster, guest, guest.kind === 'qemu' ? 'qmdestroy' : 'vzdestroy', at, at + 3);
}

/** A new running guest with the next free number, or the given one. */
export function addGuest(cluster: Cluster, at: number, given: Partial<Guest> = {}): Guest {
  const vmid = given.vmid ?? Math.max(99, ...cluster.guests.keys()) + 1;
  const node = given.node ?? cluster.nodes[0]?.name ?? '';
  const made = createGuest(cluster.seed, vmid, node, { since: at, bootedAt: at, plain: cluster.plain });
  const fresh = {
    template: false,
    power: 'running',
    startedAt: at,
    createdAt: at,
    storage: undefined,
    onboot: true,
    calm: cluster.calm,
  } as const;
  const guest: Guest = { ...made, ...fresh, ...given, vmid, node };
  cluster.guests.set(vmid, guest);
  finish(cluster, guest, guest.kind === 'qemu' ? 'qmcreate' : 'vzcreate', at, at + 4);
  return guest;
}
