// The texts of the alerts of Proxmox VE. Percentages and rates are whole numbers, so that a text changes only with a change
// that matters.

import type { FailedJob, LastTask } from '@belfry/domain/backup-failures';
import { formatBytes, lateness, plural } from '@belfry/domain/format';
import { guestId } from '@belfry/domain/ids';
import type { CephCluster } from '@belfry/schema/entities/ceph-cluster';
import type { Guest } from '@belfry/schema/entities/guest';
import type { Node } from '@belfry/schema/entities/node';
import type { LostGuest, NodeLoss } from '@belfry/schema/entities/node-loss';
import type { PveCluster, ReplicationJob } from '@belfry/schema/entities/pve-cluster';
import type { Storage, ZfsPool } from '@belfry/schema/entities/storage';
import { eachFigure, type GuestFigure, guestFigures } from '@belfry/schema/figures';
import type { GuestProtection } from '@belfry/schema/protection/guest-protection';
import type { State } from '@belfry/schema/state';

type ZfsDevice = ZfsPool['devices'][number];

/** Below 100 it is never shown as 100. */
const percent = (value: number): string => `${Math.floor(value)} %`;

const days = (value: number): string => plural(Math.floor(value), 'day');

export const guestName = ({ type, name, vmid }: Pick<Guest, 'type' | 'name' | 'vmid'>): string =>
  `${type === 'qemu' ? 'VM' : 'Container'} ${name} (${vmid})`;

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
/** Within a sentence. */
const measures = eachFigure(guestFigures, ({ type }) => (type.startsWith('CPU') ? type : lowerFirst(type)));

export const guestMetric = (guest: Guest, metric: GuestFigure, value: number): string => {
  const shown = guestFigures[metric].unit === 'rate' ? `${Math.round(value)} MB/s` : percent(value);
  return `${guestName(guest)}: ${measures[metric]} is ${shown}.`;
};

export const fileSystemFull = (guest: Guest, label: string, usage: number): string =>
  `${guestName(guest)}: file system ${label} is ${percent(usage)} full.`;

export const poweredOff = (guest: Guest): string => `${guestName(guest)} is powered off on ${guest.node}.`;

/** `fault`: what the state means. */
export const guestStuck = (guest: Guest, fault: string): string =>
  `${guestName(guest)} stands still on ${guest.node}: ${fault} (${guest.status}).`;

/** The state may be a word that Belfry does not know. */
export const guestWaits = (guest: Guest): string =>
  `${guestName(guest)} has been in the state ${guest.status} on ${guest.node} for more than an hour.`;

export const lockedForLong = (guest: Guest): string =>
  `${guestName(guest)} has had the lock ${guest.lock} for more than an hour${guest.lockInUse === false ? ', and no task works on it' : ''}. Backups, migrations and changes of it are refused.`;

export const guestBlind = (guest: Guest): string =>
  `${guestName(guest)} cannot be judged: ${guest.node} reports neither its state nor its figures.`;

export const agentSilent = (guest: Guest): string =>
  `${guestName(guest)}: the guest agent does not answer any more. Its file systems are not watched.`;

export const haError = (guest: Guest): string =>
  `${guestName(guest)}: high availability gave up on it (state error) and does not start or move it any more.`;

export const backupFailed = (subject: string, { task: { node, status }, error }: LastTask): string =>
  `${subject}: the last backup on ${node} failed: ${error ?? status}`;

/** Without guests: the job failed as a whole. */
export function backupJobFailed({ task: { node }, error, guests }: FailedJob<Guest>): string {
  if (guests.length === 0) return `Backup job of several guests: the last backup on ${node} failed: ${error}`;
  return `Backup job of several guests: ${plural(guests.length, 'backup')} on ${node} failed, of ${firstOf(guests.map(guestName))}: ${error}`;
}

export const backupLate = (guest: Guest, { lastGood }: Pick<GuestProtection, 'lastGood'>): string =>
  lastGood === undefined
    ? `${guestName(guest)} has no backup, although a job includes it.`
    : `${guestName(guest)}: the last planned backup was not made. The last good one is of ${minuteOf(lastGood)}.`;

export const backupDamaged = (guest: Guest, { lastGood }: Pick<GuestProtection, 'lastGood'>): string =>
  `${guestName(guest)}: the newest backup is damaged.${lastGood === undefined ? '' : ` The last good one is of ${minuteOf(lastGood)}.`}`;

export const backupsUnverified = (guest: Guest): string =>
  `${guestName(guest)}: no backup on its backup servers was verified for more than a week.`;

export const backupMissing = (guest: Guest): string => `${guestName(guest)} is in no backup job.`;

const minuteOf = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

export const backupOld = (guest: Guest, age: number): string =>
  `${guestName(guest)}: the last backup is ${days(age)} old.`;

export const snapshotsOld = (
  guest: Guest,
  { oldest, age, count, limit }: { oldest: string; age: number; count: number; limit: number },
): string =>
  count === 1
    ? `${guestName(guest)} has a snapshot that is ${days(age)} old: ${oldest}.`
    : `${guestName(guest)} has ${plural(count, 'snapshot')} older than ${days(limit)}. The oldest, ${oldest}, is ${days(age)} old.`;

export const replicationFailing = (guest: Guest, { target, failCount, error }: ReplicationJob): string => {
  const times = failCount > 1 ? ` ${failCount} times in a row` : '';
  return `${guestName(guest)}: replication to ${target} failed${times}${error ? `: ${error}` : '.'}`;
};

export const replicationLate = (guest: Guest, { target }: ReplicationJob, lateMs: number | undefined): string =>
  lateMs === undefined
    ? `${guestName(guest)}: replication to ${target} has never run, although it is due.`
    : `${guestName(guest)}: replication to ${target} is ${lateness(lateMs)} late.`;

/** `onIt`: the storages on the root file system. */
export const nodeMetric = (
  name: string,
  metric: 'cpu' | 'memory' | 'disk',
  value: number,
  onIt: readonly Storage[] = [],
): string => {
  const storages = onIt.length === 0 ? '' : ` On this file system: ${namesOf(onIt)}.`;
  return `Node ${name}: ${measures[metric]} is ${percent(value)}.${storages}`;
};

const namesOf = (storages: readonly Storage[]): string => {
  const shown = storages.slice(0, MOST_NAMES).map(({ name }) => `storage ${name}`);
  return `${shown.join(', ')}${storages.length > MOST_NAMES ? ` and ${storages.length - MOST_NAMES} more` : ''}`;
};

export const nodeHot = (name: string, degrees: number): string =>
  `Node ${name}: temperature is ${Math.round(degrees)} °C.`;

export const nodeOffline = (name: string): string => `Node ${name} is offline.`;

/** The statistics of a node come from its service pvestatd. */
export const nodeSilent = ({ name, staleSince }: Node): string => {
  const since = staleSince === undefined ? 'sends no figures' : `has sent no figures since ${minuteOf(staleSince)}`;
  return `Node ${name} ${since}, so nothing on it can be judged. Its service pvestatd hangs or is stopped. A network storage that does not answer is the usual reason.`;
};

/** `apiError` has the words of the host that was asked. */
export const nodeApiSilent = ({ name, apiError }: Node): string =>
  `The API of node ${name} does not answer. Its tasks, backups, disks and guest agents are not watched. ${apiError?.message ?? ''}`.trim();

export const nodeWithoutGuests = ({ name }: Node, guests: readonly Guest[]): string =>
  `Node ${name} reports neither states nor figures of ${plural(guests.length, 'guest')}, so they cannot be judged: ${firstOf(guests.map((guest) => guest.name))}.`;

const storageName = ({ name, shared, node }: Storage): string =>
  shared ? `Storage ${name}` : `Storage ${name} on ${node}`;

export const storageFull = (storage: Storage): string =>
  `${storageName(storage)} at ${percent(storage.usage)}: ${formatBytes(storage.free)} free of ${formatBytes(storage.total)}.`;

export const storageBlind = (storage: Storage): string =>
  `${storageName(storage)} cannot be judged: no node reports how full it is.`;

export const storageInactive = ({ name, node, inactiveOn = [node] }: Storage): string =>
  `Storage ${name} is not available on ${inactiveOn.join(', ')}.`;

export const thinMetadataFull = (node: string, pool: string, share: number): string =>
  `Node ${node}: the metadata of thin pool ${pool} is ${percent(share)} full. When it is full, nothing can be written to the pool.`;

const poolName = (pool: ZfsPool, node: string): string => `ZFS pool ${pool.name} on ${node}`;

export const poolState = (pool: ZfsPool, node: string): string => `${poolName(pool, node)} is ${pool.state}.`;

const errorCounts = ({ readErrors, writeErrors, checksumErrors }: Omit<ZfsDevice, 'name' | 'type' | 'state'>): string =>
  `${readErrors} read, ${writeErrors} write and ${checksumErrors} checksum errors`;

/** `status` is a sentence of ZFS. */
export const poolErrors = (pool: ZfsPool, node: string): string =>
  pool.dataErrors === undefined
    ? `${poolName(pool, node)} has ${errorCounts(pool)}.`
    : `${poolName(pool, node)} has lost data: ${[pool.dataErrors, pool.status].filter(Boolean).join('. ')}`;

export const scrubLate = (pool: ZfsPool, node: string, ageMs: number): string =>
  `${poolName(pool, node)} was last scrubbed ${lateness(ageMs)} ago.`;

export const deviceState = (device: ZfsDevice, pool: ZfsPool, node: string): string =>
  `Device ${device.name} of ${poolName(pool, node)} is ${device.state} with ${errorCounts(device)}.`;

/** `where`: the node or the backup server. */
export const diskName = (devPath: string, model: string, where: string): string =>
  `Disk ${devPath}${model === 'unknown' ? '' : ` (${model})`} on ${where}`;

export const cephHealth = ({ health, healthMessage }: CephCluster): string =>
  `Ceph reports ${health}${healthMessage ? `: ${healthMessage}` : '.'}`;

export const cephOsds = ({ numOsds, numOsdsUp, numOsdsIn }: CephCluster): string => {
  const parts = [
    ...(numOsdsUp < numOsds ? [`${numOsds - numOsdsUp} down`] : []),
    ...(numOsdsIn < numOsds ? [`${numOsds - numOsdsIn} out`] : []),
  ];
  return `Ceph: ${parts.join(' and ')} of ${plural(numOsds, 'OSD')}.`;
};

export const cephFull = ({ usagePercent, availableBytes }: CephCluster): string =>
  `Ceph is ${percent(usagePercent)} full: ${formatBytes(availableBytes)} free.`;

export const nodeHaTrouble = ({ name, haState }: Node): string =>
  `High availability does not work on node ${name}: its HA manager says "${haState}".`;

/** `haStatus` has the words of the host. */
export const clusterHaTrouble = ({ name, haStatus }: PveCluster): string =>
  `High availability of cluster ${name} does not work, so the guests of a node that dies are not started elsewhere: ${haStatus}.`;

export const quorumLost = ({ name, nodes, nodesOnline }: PveCluster): string =>
  `Cluster ${name} has no quorum: ${nodesOnline} of ${plural(nodes, 'node')} online.`;

export const quorumAtRisk = ({ name, nodes, nodesOnline }: PveCluster): string =>
  `Cluster ${name} loses its quorum with the next node: ${nodesOnline} of ${plural(nodes, 'node')} online.`;

export const quorumDeviceSilent = ({ name, quorumDevice }: PveCluster): string =>
  `The quorum device${quorumDevice?.host === undefined ? '' : ` ${quorumDevice.host}`} of cluster ${name} does not vote (${quorumDevice?.state ?? 'unknown'}).`;

const MOST_NAMES = 3;

/** The first names, and how many more there are. */
const firstOf = (names: readonly string[]): string =>
  names.slice(0, MOST_NAMES).join(', ') + (names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '');

/** `homeless`: the guests of HA that have no place elsewhere. */
export function nodeCannotBeLost(
  { instance, node, guests }: NodeLoss,
  homeless: readonly LostGuest[],
  { vms, containers }: Pick<State, 'vms' | 'containers'>,
): string {
  const names = new Map([...vms, ...containers].map(({ id, name }) => [id, name]));
  const lost = homeless.map(({ vmid }) => names.get(guestId(instance, vmid)) ?? String(vmid));
  const managed = guests.filter(({ isManaged }) => isManaged).length;
  return `If ${node} dies, HA cannot start ${homeless.length} of its ${plural(managed, 'guest')} elsewhere: ${firstOf(lost)}.`;
}
