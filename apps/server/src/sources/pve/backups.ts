// The backup data of a hypervisor: vzdump tasks, backup volumes, snapshots.
import { guestId } from '@belfry/domain/ids';
import type { BackupTask, GuestSnapshot, StorageBackup } from '@belfry/schema/entities/pve-backups';
import { noteDropped } from '../dropped.ts';
import { amount, flag, line, part, type Raw, rows, text, whole } from '../proxmox-api/read.ts';

/** No backup is older than the product, and none is more than a day in the future. Other times are impossible. */
const EARLIEST_S = 1_100_000_000;

/** Undefined for a time that is impossible. */
export function isoOf(seconds: unknown, nowMs: number): string | undefined {
  const s = amount(seconds);
  if (s === undefined || s === 0) return undefined;
  if (s >= EARLIEST_S && s * 1000 <= nowMs + 86_400_000) return new Date(s * 1000).toISOString();
  noteDropped();
  return undefined;
}

/**
 * From `data` of nodes/{n}/tasks?typefilter=vzdump. A task for several guests has the vmid 0. A running task has no
 * end.
 */
export function backupTasks(data: unknown, instance: string, node: string, nowMs: number): BackupTask[] {
  return rows(data).flatMap((task) => {
    const upid = text(task.upid, 512);
    const startTime = isoOf(task.starttime, nowMs);
    if (!upid || !startTime || task.type !== 'vzdump') return [];
    const endTime = isoOf(task.endtime, nowMs);
    // The list of a node says RUNNING, that of older releases nothing.
    const status = endTime === undefined ? 'running' : (line(task.status, 500) ?? 'unknown');
    const failed = endTime !== undefined && status !== 'OK' && !status.startsWith('WARNINGS');
    return [
      {
        id: `${instance}-${upid}`,
        instance,
        node: text(task.node, 64) ?? node,
        type: 'vzdump',
        vmid: whole(task.id) ?? 0,
        status,
        startTime,
        ...(endTime && { endTime }),
        ...(failed && { error: status }),
      },
    ];
  });
}

/** The kind of guest in a backup volume: from `subtype`, the format, or the name of the volume. */
function guestType(volume: Raw, volid: string): StorageBackup['type'] {
  const subtype = volume.subtype;
  if (subtype === 'qemu' || subtype === 'lxc') return subtype;
  const format = text(volume.format, 32) ?? '';
  if (format === 'pbs-vm' || /vzdump-qemu-|\/vm\//.test(volid)) return 'qemu';
  if (subtype === 'openvz' || format === 'pbs-ct' || /vzdump-(lxc|openvz)-|\/ct\//.test(volid)) return 'lxc';
  if (format === 'pbs-host' || /\/host\//.test(volid)) return 'host';
  // A person may have given it another name. Only VMs are saved as vma, and only containers as tar.
  const [, archive] = /\.(vma|tar|tgz)(\.|$)/.exec(volid) ?? [];
  return archive === undefined ? 'unknown' : archive === 'vma' ? 'qemu' : 'lxc';
}

export interface BackupStorage {
  instance: string;
  node: string;
  storage: string;
  type: string;
}

/** From `data` of storage/{s}/content?content=backup. Templates and images are left out. */
export function storageBackups(data: unknown, at: BackupStorage, nowMs: number): StorageBackup[] {
  const isPBS = at.type === 'pbs';
  return rows(data).flatMap((volume) => {
    const volid = text(volume.volid, 512);
    const time = isoOf(volume.ctime, nowMs);
    if (!volid || !time || volume.content !== 'backup') return [];
    const vmid = whole(volume.vmid) ?? 0;
    const verification = isPBS ? text(part(volume.verification).state, 32) : undefined;
    const notes = text(volume.notes, 4096);
    return [
      {
        id: `${at.instance}-${volid}`,
        storage: at.storage,
        node: at.node,
        instance: at.instance,
        type: guestType(volume, volid),
        vmid,
        time,
        ctime: whole(volume.ctime) as number,
        size: sizeOf(volume, isPBS),
        format: text(volume.format, 32) ?? '',
        ...(notes && { notes }),
        protected: flag(volume.protected),
        // The value is a fingerprint of the key, or 1.
        encrypted: text(volume.encrypted) !== undefined && volume.encrypted !== 0 && volume.encrypted !== '0',
        volid,
        isPBS,
        verified: verification === 'ok',
        ...(verification && { verification }),
      },
    ];
  });
}

/** 0: not finished. A PBS storage reports 1 byte for a backup without a size (PVE/Storage/PBSPlugin.pm). */
function sizeOf(volume: Raw, isPBS: boolean): number {
  const size = whole(volume.size) ?? 0;
  return isPBS && size === 1 ? 0 : size;
}

export interface SnapshotOwner {
  instance: string;
  node: string;
  vmid: number;
  type: 'qemu' | 'lxc';
}

/** From `data` of {qemu|lxc}/{vmid}/snapshot, without the pseudo snapshot `current`. */
export function guestSnapshots(data: unknown, of: SnapshotOwner, nowMs: number): GuestSnapshot[] {
  return rows(data).flatMap((snapshot) => {
    const name = text(snapshot.name, 128);
    const time = isoOf(snapshot.snaptime, nowMs);
    if (!name || name === 'current' || !time) return [];
    const description = text(snapshot.description, 4096)?.trim();
    const parent = text(snapshot.parent, 128);
    return [
      {
        id: `${guestId(of.instance, of.vmid)}-${name}`,
        name,
        node: of.node,
        instance: of.instance,
        type: of.type,
        vmid: of.vmid,
        time,
        ...(description && { description }),
        ...(parent && { parent }),
        vmstate: flag(snapshot.vmstate),
      },
    ];
  });
}
