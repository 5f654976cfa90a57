// A small datacentre for tests of protection: the caller gives only what matters. Times are `HH:MM` of the 22nd of November 2026, or ISO.
import type { PbsBackup } from '@belfry/schema/entities/pbs';
import type { BackupTask, StorageBackup } from '@belfry/schema/entities/pve-backups';
import type { BackupJob, CopyJob } from '@belfry/schema/protection/backup-job';
import { utc } from '../../calendar-event/runs.ts';
import { guestId } from '../../ids.ts';
import type { DiskConfig } from '../guest-disks.ts';
import type { ProtectedGuest, ProtectionInput } from '../input.ts';

export const at = (time: string): number => Date.parse(/^\d\d:\d\d$/.test(time) ? `2026-11-22T${time}:00Z` : time);
const iso = (time: string) => new Date(at(time)).toISOString();

export const guest = (vmid: number, fields: Partial<ProtectedGuest> = {}): ProtectedGuest => {
  const { instance = 'dc' } = fields;
  return { id: guestId(instance, vmid), instance, vmid, type: 'qemu', node: 'pve1', pool: undefined, ...fields };
};

export const job = (fields: Partial<BackupJob> = {}): BackupJob => ({
  ...{ id: 'nightly', instance: 'dc', enabled: true, schedule: '02:00', storage: 'pbs' },
  selection: { kind: 'all', exclude: [] },
  ...fields,
});

/** Its disks are in backups, unless `isWhole`. `created`: a time as in `at`. */
export const config = (id: string, created?: string, { isWhole = false } = {}): DiskConfig => ({
  ...{ id, disks: [{ key: 'scsi0', isBackedUp: !isWhole }] },
  ...(created !== undefined && { createdAt: iso(created) }),
});

export function snapshot(vmid: number, time: string, fields: Partial<PbsBackup> = {}): PbsBackup {
  const { instance = 'pbs-main', datastore = 'main', namespace = '', backupType = 'vm' } = fields;
  return {
    id: `${instance} ${datastore} ${namespace} ${backupType}/${vmid} ${iso(time)}`,
    ...{ instance, datastore, namespace, backupType, vmid: `${vmid}`, backupTime: iso(time), size: 1000 },
    ...{ protected: false, verified: true, verification: 'ok', encrypted: false, files: [] },
    ...fields,
  };
}

export function volume(vmid: number, time: string, fields: Partial<StorageBackup> = {}): StorageBackup {
  const { instance = 'dc', storage = 'nas' } = fields;
  const volid = `${storage}:backup/vzdump-qemu-${vmid}-${iso(time)}.vma.zst`;
  return {
    id: `${instance}-${volid}`,
    ...{ storage, instance, node: 'cluster', type: 'qemu', vmid, time: iso(time), ctime: at(time) / 1000, size: 1000 },
    ...{ format: 'vma.zst', protected: false, encrypted: false, volid, isPBS: false, verified: false },
    ...fields,
  };
}

export const task = (vmid: number, start: string, fields: Partial<BackupTask> = {}): BackupTask => ({
  ...{ id: `task ${vmid} ${start} ${fields.node ?? 'pve1'}`, instance: 'dc', node: 'pve1', type: 'vzdump', vmid },
  ...{ status: fields.error ?? 'OK', startTime: iso(start), endTime: iso('03:00') },
  ...fields,
});

export const pbsStorage = (
  instance: string,
  server = '10.0.0.5',
  fields: { namespace?: string; username?: string } = {},
) => ({
  ...{ instance, name: 'pbs', node: 'cluster', type: 'pbs' },
  backupTarget: { server, datastore: 'main', namespace: '', ...fields },
});

/** A sync job of the second server, which takes everything of the first one at 04:00. */
export const sync = (fields: Partial<CopyJob> = {}): CopyJob => ({
  ...{ id: 'off-site', kind: 'sync', schedule: '04:00', disabled: false, result: 'ok' },
  from: { server: 'pbs-main', datastore: 'main', namespace: '' },
  to: { server: 'pbs-far', datastore: 'copy', namespace: '' },
  ...fields,
});

/** One guest, 100, in a job at 02:00 that writes to a backup server. */
export const night = (fields: Partial<ProtectionInput> = {}): ProtectionInput => ({
  ...{
    guests: [guest(100)],
    jobs: [job()],
    storages: [pbsStorage('dc')],
    tasks: [],
    storageBackups: [],
    serverBackups: [],
  },
  servers: [
    { name: 'pbs-far', host: 'https://10.9.9.9:8007', fingerprint: undefined },
    { name: 'pbs-main', host: 'https://10.0.0.5:8007', fingerprint: undefined },
  ],
  ...{
    copyJobs: [],
    retentions: [],
    exclusions: [],
    assignments: [],
    missing: [],
    configs: [],
    zoneOf: () => utc,
  },
  ...fields,
});
