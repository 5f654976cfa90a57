// The backups of a guest: made every night, verified a day later, forgotten for some guests.
import type { Cluster } from './cluster.ts';
import type { Guest } from './guest.ts';
import type { Storage } from './storage.ts';
import { midnightOf } from './task.ts';
import { between, chance } from './walk.ts';

/** As `/content` lists them. `ctime` in epoch seconds, `size` in bytes. */
export type Volume = {
  volid: string;
  content: string;
  format: string;
  size: number;
  ctime: number;
  vmid?: number;
} & Record<string, unknown>;

const day = 86_400;
const keep = [0, 1, 2, 3, 4, 5, 6, 13, 20, 27];

/** How many days ago the newest backup is; undefined when the guest has never had one. */
function backlog(guest: Guest): number | undefined {
  if (guest.template || chance(guest.seed, 'no backup') < 0.08) return undefined;
  return chance(guest.seed, 'stale') < 0.04 ? between(9, 40, guest.seed, 'stale days') : 0;
}

export const isBackedUp = (guest: Guest) => backlog(guest) !== undefined;

/** The backups of all guests on that storage, unsorted as a server lists them. */
export function backupsOn(storage: Storage, cluster: Cluster, now: number): Volume[] {
  if (!storage.content.includes('backup')) return [];
  const make = storage.type === 'pbs' ? onServer : asFile;
  return [...cluster.guests.values()].flatMap((guest) => {
    // only a few copies are kept beside the backup server
    if (storage.type !== 'pbs' && chance(guest.seed, 'copy') > 0.06) return [];
    return timesOf(guest, now).map((ctime, nth) => {
      const volume = make(storage, guest, ctime, nth, now);
      return cluster.plain ? { ...volume, notes: guest.name } : volume;
    });
  });
}

function timesOf(guest: Guest, now: number): number[] {
  const late = backlog(guest);
  if (late === undefined) return [];
  const minute = between(3600, 9000, guest.seed, 'turn');
  return keep.map((days) => midnightOf(now) - (days + late) * day + minute).filter((t) => t <= now);
}

const sizeOf = (guest: Guest, nth: number) =>
  Math.floor(guest.maxdisk * guest.load.disk * (0.5 + 0.02 * chance(guest.seed, 'backup', nth)));

function onServer(storage: Storage, guest: Guest, ctime: number, nth: number, now: number): Volume {
  const kind = guest.kind === 'qemu' ? 'vm' : 'ct';
  const at = new Date(ctime * 1000).toISOString().replace('.000', '');
  const state = chance(guest.seed, 'verify', ctime) < 0.01 ? 'failed' : 'ok';
  const upid = `UPID:pbs:000002F1:0000A3C4:${ctime.toString(16).toUpperCase()}:verificationjob:main:root@pam:`;
  return {
    volid: `${storage.storage}:backup/${kind}/${guest.vmid}/${at}`,
    content: 'backup',
    subtype: guest.kind,
    format: `pbs-${kind}`,
    size: sizeOf(guest, nth),
    ctime,
    vmid: guest.vmid,
    notes: chance(guest.seed, 'noted') < 0.02 ? `${guest.name} <script>alert('note')</script>` : guest.name,
    protected: chance(guest.seed, 'protected', ctime) < 0.01 ? 1 : 0,
    ...(now - ctime > day && { verification: { state, upid } }),
    ...(chance(guest.seed, 'encrypted') < 0.2 && { encrypted: '7b:41:0c:55:9f:02:aa:e1' }),
  };
}

function asFile(storage: Storage, guest: Guest, ctime: number, nth: number): Volume {
  const [date = '', time = ''] = new Date(ctime * 1000).toISOString().slice(0, 19).split('T');
  const stamp = `${date.replaceAll('-', '_')}-${time.replaceAll(':', '_')}`;
  const format = guest.kind === 'qemu' ? 'vma.zst' : 'tar.zst';
  return {
    volid: `${storage.storage}:backup/vzdump-${guest.kind}-${guest.vmid}-${stamp}.${format}`,
    content: 'backup',
    subtype: guest.kind,
    format,
    size: sizeOf(guest, nth),
    ctime,
    vmid: guest.vmid,
    notes: guest.name,
  };
}
