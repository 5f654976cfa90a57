// The texts of the alerts of Proxmox VE. Percentages and rates are whole numbers, so that a text changes only with a change
// that matters.

import type { FailedJob, LastTask } from '@belfry/domain/backup-failures';
import { kindAndNumber } from '@belfry/domain/guest-number';
import { guestId } from '@belfry/domain/ids';
import type { TestDue } from '@belfry/schema/drill/plan';
import type { CephCluster } from '@belfry/schema/entities/ceph-cluster';
import type { Guest } from '@belfry/schema/entities/guest';
import type { Node } from '@belfry/schema/entities/node';
import type { LostGuest, NodeLoss } from '@belfry/schema/entities/node-loss';
import type { PveCluster, ReplicationJob } from '@belfry/schema/entities/pve-cluster';
import type { Storage, ZfsPool } from '@belfry/schema/entities/storage';
import { type GuestFigure, guestFigures, type NodeFigure } from '@belfry/schema/figures';
import type { GuestProtection } from '@belfry/schema/protection/guest-protection';
import type { Sentence, Value } from '@belfry/schema/sentences/sentence';
import type { State } from '@belfry/schema/state';
import { lateness } from './spans.ts';

type ZfsDevice = ZfsPool['devices'][number];

function nameOf(guest: Pick<Guest, 'type' | 'name' | 'vmid'>): Sentence {
  const { type, name, vmid } = guest;
  if (vmid === undefined) return { id: type === 'qemu' ? 'name.vmNamed' : 'name.containerNamed', values: { name } };
  if (name === kindAndNumber(guest))
    return { id: type === 'qemu' ? 'name.vmNumber' : 'name.containerNumber', values: { vmid } };
  return { id: type === 'qemu' ? 'name.vm' : 'name.container', values: { name, vmid } };
}

export function guestMetric(guest: Guest, metric: GuestFigure, value: number): Sentence {
  const values = { guest: nameOf(guest), figure: { id: `figure.${metric}` } as const };
  return guestFigures[metric].unit === 'rate'
    ? { id: 'guest.rate', values: { ...values, value: Math.round(value) } }
    : { id: 'guest.share', values: { ...values, value } };
}

export const fileSystemFull = (guest: Guest, label: string, usage: number): Sentence => ({
  id: 'guest.fileSystem',
  values: { guest: nameOf(guest), label, usage },
});

export const poweredOff = (guest: Guest): Sentence => ({
  id: 'guest.poweredOff',
  values: { guest: nameOf(guest), node: guest.node },
});

/** `fault`: what the state means. */
export const guestStuck = (guest: Guest, fault: Value): Sentence => ({
  id: 'guest.stuck',
  values: { guest: nameOf(guest), node: guest.node, fault, status: guest.status },
});

/** The state may be a word that Belfry does not know. */
export const guestWaits = (guest: Guest): Sentence => ({
  id: 'guest.waits',
  values: { guest: nameOf(guest), status: guest.status, node: guest.node },
});

export const lockedForLong = (guest: Guest): Sentence => ({
  id: guest.lockInUse === false ? 'guest.lockLeft' : 'guest.locked',
  values: { guest: nameOf(guest), lock: guest.lock ?? '' },
});

export const guestBlind = (guest: Guest): Sentence => ({
  id: 'guest.blind',
  values: { guest: nameOf(guest), node: guest.node },
});

export const agentSilent = (guest: Guest): Sentence => ({ id: 'guest.agentSilent', values: { guest: nameOf(guest) } });

export const haError = (guest: Guest): Sentence => ({ id: 'guest.haError', values: { guest: nameOf(guest) } });

/** `byHand`: no job planned that run. */
export const backupFailed = (guest: Guest, { task: { node, status }, error }: LastTask, byHand: boolean): Sentence => ({
  id: byHand ? 'guest.backupByHandFailed' : 'guest.backupFailed',
  values: { guest: nameOf(guest), node, error: error ?? status },
});

/** Without guests: the job failed as a whole. */
export function backupJobFailed({ task: { node }, error, guests }: FailedJob<Guest>): Sentence {
  return guests.length === 0
    ? { id: 'node.jobFailed', values: { node, error } }
    : {
        id: 'node.backupsFailed',
        values: { count: guests.length, node, guests: firstOf(guests.map(nameOf)), error },
      };
}

export const backupLate = (guest: Guest, { lastGood }: Pick<GuestProtection, 'lastGood'>): Sentence =>
  lastGood === undefined
    ? { id: 'guest.noBackup', values: { guest: nameOf(guest) } }
    : { id: 'guest.backupLate', values: { guest: nameOf(guest), time: minuteOf(lastGood) } };

export const backupDamaged = (guest: Guest, { lastGood: time }: Pick<GuestProtection, 'lastGood'>): Sentence => {
  const lastGood: Value = time === undefined ? '' : { id: 'guest.lastGood', values: { time: minuteOf(time) } };
  return { id: 'guest.backupDamaged', values: { guest: nameOf(guest), lastGood } };
};

export const backupsUnverified = (guest: Guest): Sentence => ({
  id: 'guest.backupsUnverified',
  values: { guest: nameOf(guest) },
});

export const restoreTestDue = (guest: Guest, { plan, until, isOverdue }: TestDue): Sentence =>
  isOverdue
    ? { id: 'guest.testOverdue', values: { guest: nameOf(guest), plan } }
    : { id: 'guest.testDue', values: { guest: nameOf(guest), plan, time: minuteOf(until) } };

export const backupMissing = (guest: Guest): Sentence => ({ id: 'guest.inNoJob', values: { guest: nameOf(guest) } });

const minuteOf = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

export const backupOld = (guest: Guest, age: number): Sentence => ({
  id: 'guest.backupOld',
  values: { guest: nameOf(guest), age: Math.floor(age) },
});

export function snapshotsOld(
  guest: Guest,
  { oldest, age, count, limit }: { oldest: string; age: number; count: number; limit: number },
): Sentence {
  const values = { guest: nameOf(guest), snapshot: oldest, age: Math.floor(age) };
  return count === 1
    ? { id: 'guest.snapshotOld', values }
    : { id: 'guest.snapshotsOld', values: { ...values, count, limit: Math.floor(limit) } };
}

export function replicationFailing(guest: Guest, { target, failCount, error }: ReplicationJob): Sentence {
  const values = { guest: nameOf(guest), target, why: error ? `: ${error}` : '.' };
  return failCount > 1
    ? { id: 'guest.replicationFailedAgain', values: { ...values, times: failCount } }
    : { id: 'guest.replicationFailed', values };
}

export const replicationLate = (guest: Guest, { target }: ReplicationJob, lateMs: number | undefined): Sentence =>
  lateMs === undefined
    ? { id: 'guest.replicationNever', values: { guest: nameOf(guest), target } }
    : { id: 'guest.replicationLate', values: { guest: nameOf(guest), target, late: lateness(lateMs) } };

/** `onIt`: the storages on the root file system. */
export function nodeMetric(name: string, metric: NodeFigure, value: number, onIt: readonly Storage[] = []): Sentence {
  const names = firstOf(onIt.map((storage) => ({ id: 'name.storageWithin', values: { name: storage.name } })));
  const storages: Value = onIt.length === 0 ? '' : { id: 'node.onFileSystem', values: { names } };
  return { id: 'node.share', values: { name, figure: { id: `figure.${metric}` }, value, storages } };
}

export const nodeHot = (name: string, degrees: number): Sentence => ({
  id: 'node.hot',
  values: { name, degrees: Math.round(degrees) },
});

export const nodeOffline = (name: string): Sentence => ({ id: 'node.offline', values: { name } });

/** The statistics of a node come from its service pvestatd. */
export const nodeSilent = ({ name, staleSince }: Node): Sentence =>
  staleSince === undefined
    ? { id: 'node.noFigures', values: { name } }
    : { id: 'node.noFiguresSince', values: { name, time: minuteOf(staleSince) } };

/** `apiError` has the words of the host that was asked. */
export const nodeApiSilent = ({ name, apiError }: Node): Sentence => ({
  id: 'node.apiSilent',
  values: { name, error: apiError ? ` ${apiError.message}` : '' },
});

export const nodeWithoutGuests = ({ name }: Node, guests: readonly Guest[]): Sentence => ({
  id: 'node.withoutGuests',
  values: { name, count: guests.length, guests: firstOf(guests.map((guest) => guest.name)) },
});

const storageName = ({ name, shared, node }: Storage): Sentence =>
  shared ? { id: 'name.storage', values: { name } } : { id: 'name.storageOn', values: { name, node } };

export const storageFull = (storage: Storage): Sentence => ({
  id: 'storage.full',
  values: { storage: storageName(storage), usage: storage.usage, free: storage.free, total: storage.total },
});

export const storageBlind = (storage: Storage): Sentence => ({
  id: 'storage.blind',
  values: { storage: storageName(storage) },
});

export const storageInactive = ({ name, node, inactiveOn: nodes = [node] }: Storage): Sentence => ({
  id: 'storage.inactive',
  values: { name, nodes },
});

export const thinMetadataFull = (node: string, pool: string, share: number): Sentence => ({
  id: 'node.thinMetadata',
  values: { node, pool, share },
});

const poolName = ({ name }: ZfsPool, node: string): Sentence => ({ id: 'name.pool', values: { name, node } });

export const poolState = (pool: ZfsPool, node: string): Sentence => ({
  id: 'pool.state',
  values: { pool: poolName(pool, node), state: pool.state },
});

const errorCounts = ({
  readErrors: read,
  writeErrors: write,
  checksumErrors: checksum,
}: Omit<ZfsDevice, 'name' | 'type' | 'state'>): Sentence => ({ id: 'pool.counts', values: { read, write, checksum } });

/** `status` is a sentence of ZFS. */
export const poolErrors = (pool: ZfsPool, node: string): Sentence =>
  pool.dataErrors === undefined
    ? { id: 'pool.errors', values: { pool: poolName(pool, node), errors: errorCounts(pool) } }
    : {
        id: 'pool.lostData',
        values: { pool: poolName(pool, node), words: [pool.dataErrors, pool.status].filter(Boolean).join('. ') },
      };

export const scrubLate = (pool: ZfsPool, node: string, ageMs: number): Sentence => ({
  id: 'pool.scrubLate',
  values: { pool: poolName(pool, node), age: lateness(ageMs) },
});

export const deviceState = (device: ZfsDevice, pool: ZfsPool, node: string): Sentence => ({
  id: 'pool.device',
  values: { device: device.name, pool: poolName(pool, node), state: device.state, errors: errorCounts(device) },
});

/** `where`: the node or the backup server. */
export const diskName = (path: string, model: string, where: string): Sentence =>
  model === 'unknown'
    ? { id: 'name.disk', values: { path, node: where } }
    : { id: 'name.diskModel', values: { path, model, node: where } };

export const cephHealth = ({ health, healthMessage }: CephCluster): Sentence => ({
  id: 'ceph.health',
  values: { health, why: healthMessage ? `: ${healthMessage}` : '.' },
});

export function cephOsds({ numOsds: all, numOsdsUp, numOsdsIn }: CephCluster): Sentence {
  const [down, out] = [all - numOsdsUp, all - numOsdsIn];
  if (out <= 0) return { id: 'ceph.down', values: { down, all } };
  return down <= 0 ? { id: 'ceph.out', values: { out, all } } : { id: 'ceph.downAndOut', values: { down, out, all } };
}

export const cephFull = ({ usagePercent: usage, availableBytes: free }: CephCluster): Sentence => ({
  id: 'ceph.full',
  values: { usage, free },
});

export const nodeHaTrouble = ({ name, haState }: Node): Sentence => ({
  id: 'node.haTrouble',
  values: { name, state: haState ?? '' },
});

/** `haStatus` has the words of the host. */
export const clusterHaTrouble = ({ name, haStatus }: PveCluster): Sentence => ({
  id: 'cluster.haTrouble',
  values: { name, status: haStatus ?? '' },
});

export const quorumLost = ({ name, nodes: all, nodesOnline: online }: PveCluster): Sentence => ({
  id: 'cluster.noQuorum',
  values: { name, online, all },
});

export const quorumAtRisk = ({ name, nodes: all, nodesOnline: online }: PveCluster): Sentence => ({
  id: 'cluster.quorumAtRisk',
  values: { name, online, all },
});

export const quorumDeviceSilent = ({ name, quorumDevice: device }: PveCluster): Sentence => ({
  id: 'cluster.quorumDevice',
  values: { host: device?.host === undefined ? '' : ` ${device.host}`, name, state: device?.state ?? 'unknown' },
});

const MAX_NAMES = 3;

/** The first names, and how many more there are. */
const firstOf = (names: readonly Value[]): Value => {
  const first = names.slice(0, MAX_NAMES);
  const more = names.length - MAX_NAMES;
  return more > 0 ? { id: 'name.more', values: { names: first, more } } : first;
};

/** `homeless`: the guests of HA that have no place elsewhere. */
export function nodeCannotBeLost(
  { instance, node, guests }: NodeLoss,
  homeless: readonly LostGuest[],
  { vms, containers }: Pick<State, 'vms' | 'containers'>,
): Sentence {
  const names = new Map([...vms, ...containers].map(({ id, name }) => [id, name]));
  const lost = homeless.map(({ vmid }) => names.get(guestId(instance, vmid)) ?? String(vmid));
  const managed = guests.filter(({ isManaged }) => isManaged).length;
  return {
    id: 'node.cannotBeLost',
    values: { node, count: homeless.length, all: managed, guests: firstOf(lost) },
  };
}
