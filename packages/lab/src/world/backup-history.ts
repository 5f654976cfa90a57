// All backups of a cluster: those from before the start of the lab, and later ones from its jobs. The backup server and
// the storages that use it show the same backups.
import { type BackupJob, backlogOf, guestsIn, longestRun, midnightOf, type Run, turnOf } from './backup-job.ts';
import type { Cluster } from './cluster.ts';
import { type BackupSnapshot, changed, type Group, type Store, sizeFor } from './datastore.ts';
import { diskUsed, type Guest } from './guest.ts';
import { runIn, troubleIn } from './night.ts';
import type { Node } from './node.ts';
import { createTask, finish, type Task } from './task.ts';
import { chance } from './walk.ts';

const day = 86_400;
const hour = 3600;
const GiB = 1024 ** 3;

/** A file of vzdump. `node` is undefined on a shared storage. */
export type BackupFile = {
  storage: string;
  node: string | undefined;
  kind: Guest['kind'];
  vmid: number;
  name: string;
  time: number;
  size: number;
};

export type BackupHistory = {
  /** The groups in the namespace of the cluster. */
  groups: Group[];
  byGuest: Map<string, Group>;
  /** The datastore of these groups: on the simulated backup server, or on one that cannot be called. */
  datastore: Store;
  files: BackupFile[];
  /** The runs of the jobs in the last seven days, one for each node, oldest first. */
  runs: Task[];
  /** Whether the last verification found a damaged snapshot. */
  isDamageFound: boolean;
};

export const owner = 'pve@pbs!cluster';

/**
 * The first call creates the history. It does not depend on the time of that call, because it begins when the lab
 * started.
 */
export function historyOf(cluster: Cluster): BackupHistory {
  cluster.history ??= createHistory(cluster);
  return cluster.history;
}

function createHistory(cluster: Cluster): BackupHistory {
  const { since, backupJobs, nodes } = cluster;
  const groups: Group[] = [];
  const datastore: Store = {
    name: 'main',
    total: 0,
    namespaces: new Map([
      ['', []],
      [cluster.name, groups],
    ]),
    deduplication: 14.2,
  };
  const history: BackupHistory = {
    groups,
    byGuest: new Map(),
    datastore,
    files: [],
    runs: [],
    isDamageFound: false,
  };
  const today = midnightOf(since);
  for (const job of backupJobs) addPast(cluster, history, job, today);
  const [gone] = cluster.departed;
  if (gone) keepFile(cluster, history, 'local', gone, today - 45 * day + 12 * hour);
  const [first] = nodes;
  if (first) for (const night of nightsBefore(today).reverse()) backUpHost(history, first, night, since);
  for (const { keepLast, storage } of backupJobs) if (keepLast) pruneFiles(history, storage, keepLast);
  prunePast(history, lastVerification(since));
  history.runs.sort((a, b) => a.starttime - b.starttime);
  verify(cluster, history, lastVerification(since));
  datastore.total = sizeFor(datastore);
  return history;
}

/** Adds the backups from before `since`, including those of guests that the job no longer includes. */
function addPast(cluster: Cluster, history: BackupHistory, job: BackupJob, today: number): void {
  const { since, departed } = cluster;
  const former = (job.only ? [] : [...cluster.guests.values(), ...departed]).filter(
    (g) => (daysSince(g, departed) ?? 0) > 0,
  );
  for (const [node, guests] of byNode(cluster, guestsIn(job, cluster)))
    for (const midnight of nightsBefore(today)) {
      const run = runIn(cluster, job, node, midnight);
      if (run && run.to <= since) runJob(cluster, history, job, node, guests, run);
    }
  for (const [node, guests] of byNode(cluster, former))
    for (const guest of guests)
      for (const night of nightsBefore(today)) {
        const run = runIn(cluster, job, node, night - (daysSince(guest, departed) ?? 0) * day);
        if (run) keep(cluster, history, job, guest, run);
      }
}

/** How many days ago the nightly job backed up that guest for the last time. */
const daysSince = (guest: Guest, departed: readonly Guest[]): number | undefined =>
  departed.includes(guest) ? 12 : backlogOf(guest);

function byNode({ nodes }: Cluster, guests: readonly Guest[]): [Node, Guest[]][] {
  const groups = Map.groupBy(guests, (guest) => guest.node);
  return nodes.map((node) => [node, groups.get(node.name) ?? []]);
}

/** The run of a job on a node, with these guests. */
function runJob(
  cluster: Cluster,
  history: BackupHistory,
  job: BackupJob,
  node: Node,
  guests: readonly Guest[],
  run: Run,
): void {
  let hasFailed = false;
  for (const guest of guests) if (!keep(cluster, history, job, guest, run)) hasFailed = true;
  const isWarned = !cluster.calm && chance(node.seed, 'warned', run.from) < 0.04;
  const status = hasFailed ? 'job errors' : isWarned ? 'WARNINGS: 2' : 'OK';
  history.runs.push(createTask(node, 'vzdump', '', run.from, run.to, status));
}

/** More nights than the prune job keeps, so that it decides itself what remains. The newest comes first. */
const nightsBefore = (today: number): number[] => Array.from({ length: 49 }, (_, ago) => today - ago * day);

/** Removes what the last prune job has removed. Later backups have not been pruned yet. `midnight`: when that night began. */
function prunePast(history: BackupHistory, midnight: number): void {
  for (const group of history.groups) {
    const all = group.snapshots.sort((a, b) => b.time - a.time);
    const pruned = all.findIndex(({ time }) => time <= midnight + verification.to);
    group.snapshots = pruned < 0 ? all : [...all.slice(0, pruned), ...toKeep(all.slice(pruned))];
  }
  forgetRuns(history, midnight);
}

const forgetRuns = (history: BackupHistory, midnight: number): void => {
  history.runs = history.runs.filter((run) => run.starttime > midnight - 8 * day);
};

/** The size of a backup on the backup server: the whole disk of a VM, or the files of a container. */
function sizeOf(guest: Guest, time: number): number {
  const data = guest.kind === 'qemu' ? guest.maxdisk : diskUsed(guest, time, guest.maxdisk);
  return data + indexBytes;
}
export const indexBytes = 414;

export function groupOf(history: BackupHistory, guest: Guest): Group {
  const type = guest.kind === 'qemu' ? 'vm' : 'ct';
  const key = `${type}/${guest.vmid}`;
  const known = history.byGuest.get(key);
  if (known) return known;
  const group: Group = { type, id: String(guest.vmid), owner, snapshots: [] };
  history.byGuest.set(key, group);
  history.groups.push(group);
  return group;
}

/** A snapshot without a size is running. */
export function snapshotOf(cluster: Cluster, guest: Guest, time: number, isDone: boolean): BackupSnapshot {
  const isStrange = !cluster.plain && chance(guest.seed, 'noted') < 0.02;
  return {
    time,
    ...(isDone && { size: sizeOf(guest, time) }),
    isProtected: chance(guest.seed, 'protected', time) < 0.01,
    isEncrypted: chance(guest.seed, 'encrypted') < 0.2,
    comment: isStrange ? `${guest.name} <script>alert('note')</script>` : guest.name,
  };
}

/**
 * Backs up one guest for that number of seconds, beside the jobs. The server lists the backup at once, and its size after the
 * returned function was called.
 */
export function beginBackup(cluster: Cluster, guest: Guest, from: number, seconds: number): () => void {
  const history = historyOf(cluster);
  const running = snapshotOf(cluster, guest, from, false);
  groupOf(history, guest).snapshots.unshift(running);
  guest.lock = 'backup';
  finish(cluster, guest, 'vzdump', from, from + seconds);
  return () => {
    guest.lock = undefined;
    Object.assign(running, snapshotOf(cluster, guest, from, true));
    changed(history.datastore);
  };
}

/** Backs up one guest in a run, if the guest existed at that time. False when the backup failed. */
function keep(cluster: Cluster, history: BackupHistory, job: BackupJob, guest: Guest, run: Run): boolean {
  const time = turnOf(guest, run);
  if (time < guest.createdAt) return true;
  if (troubleIn(cluster, job, guest, run)) return false;
  if (job.keepLast === undefined) groupOf(history, guest).snapshots.unshift(snapshotOf(cluster, guest, time, true));
  else keepFile(cluster, history, job.storage, guest, time);
  return true;
}

function keepFile(cluster: Cluster, { files }: BackupHistory, storage: string, guest: Guest, time: number): void {
  const isShared = cluster.storages.find((s) => s.storage === storage)?.shared;
  files.push({
    storage,
    node: isShared ? undefined : guest.node,
    kind: guest.kind,
    vmid: guest.vmid,
    name: guest.name,
    time,
    size: Math.floor(diskUsed(guest, time, guest.maxdisk) * 0.42),
  });
}

/** Backs up the host with the configuration of the cluster. */
function backUpHost({ groups }: BackupHistory, node: Node, midnight: number, now: number): void {
  const time = midnight + 600;
  if (time > now) return;
  let group = groups.find(({ type }) => type === 'host');
  if (!group) {
    group = { type: 'host', id: node.name, owner, snapshots: [] };
    groups.push(group);
  }
  const size = GiB + Math.floor(chance(node.seed, 'host', midnight) * 40e6);
  group.snapshots.unshift({ time, size, isProtected: false, isEncrypted: false });
}

/** Applies all job runs and verifications that end after `after` and until `until`. The two are less than a day apart. */
export function passTime(cluster: Cluster, after: number, until: number): void {
  const ends = (t: number) => after < t && t <= until;
  const today = midnightOf(until);
  for (const job of cluster.backupJobs) {
    const begun = today + job.second;
    if (until < begun || after > begun + longestRun) continue;
    for (const node of cluster.nodes) {
      const run = runIn(cluster, job, node, today);
      if (!run || !ends(run.to) || !node.online) continue;
      const history = historyOf(cluster);
      const guests = guestsIn(job, cluster).filter((g) => g.node === node.name);
      runJob(cluster, history, job, node, guests, run);
      if (job.keepLast) pruneFiles(history, job.storage, job.keepLast);
      changed(history.datastore);
    }
  }
  if (ends(today + verification.to)) tidyUp(cluster, today);
}

/** The verification of all new backups, every night before the next backups. In seconds after midnight. */
const verification = { from: hour / 2, to: hour / 2 + 1200 };
export const verifySchedule = '00:30';
export const verifySeconds = verification.to - verification.from;

const lastVerification = (now: number) => {
  const today = midnightOf(now);
  return today + verification.to <= now ? today : today - day;
};

function tidyUp(cluster: Cluster, midnight: number): void {
  const history = historyOf(cluster);
  const [first] = cluster.nodes;
  if (first) backUpHost(history, first, midnight, midnight + verification.to);
  for (const group of history.groups) group.snapshots = toKeep(group.snapshots);
  verify(cluster, history, midnight);
  forgetRuns(history, midnight);
  changed(history.datastore);
}

function verify({ seed, calm }: Cluster, history: BackupHistory, midnight: number): void {
  const from = midnight + verification.from;
  history.isDamageFound = false;
  for (const { id, snapshots } of history.groups)
    for (const snapshot of snapshots) {
      if (snapshot.time >= from || snapshot.size === undefined || snapshot.verified) continue;
      const isDamaged = !calm && chance(seed, 'damaged', id, snapshot.time) < 0.004;
      snapshot.verified = isDamaged ? 'failed' : 'ok';
      if (isDamaged && snapshot.time >= from - day) history.isDamageFound = true;
    }
}

/** What the prune job of the backup server keeps. */
export const prune = { 'keep-daily': 7, 'keep-weekly': 4 } as const;

/** The snapshots that remain: the newest of each period, and all protected ones. */
export function toKeep(snapshots: readonly BackupSnapshot[]): BackupSnapshot[] {
  const days = new Set<number>();
  const weeks = new Set<number>();
  const covered = new Set<number>();
  return snapshots.filter(({ time, isProtected }) => {
    const date = Math.floor(time / day);
    // Monday is the first day of a week.
    const week = Math.floor((date + 3) / 7);
    if (isProtected) return true;
    if (days.has(date)) return false;
    if (days.size < prune['keep-daily']) {
      days.add(date);
      covered.add(week);
      return true;
    }
    if (covered.has(week) || weeks.has(week) || weeks.size === prune['keep-weekly']) return false;
    weeks.add(week);
    return true;
  });
}

/** Removes the oldest copies of each guest. */
function pruneFiles(history: BackupHistory, storage: string, keepLast: number): void {
  const older = new Map<number, number>();
  history.files = history.files
    .sort((a, b) => b.time - a.time)
    .filter((file) => {
      if (file.storage !== storage) return true;
      const newer = older.get(file.vmid) ?? 0;
      older.set(file.vmid, newer + 1);
      return newer < keepLast;
    });
}
