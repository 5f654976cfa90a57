// The file systems that a guest agent reports: which of them count, and why a VM may have none.
import { percent } from '@belfry/domain/usage';
import type { DiskStatusReason } from '@belfry/schema/entities/guest';
import type { Filesystem } from '@belfry/schema/entities/usage';
import { part, type Raw, text, whole } from '../proxmox-api/read.ts';

/** These are always full, or do not contain the data of this guest. The name is searched within the type. */
const readOnly = ['erofs', 'squashfs', 'iso9660', 'udf', 'cramfs', 'romfs', 'cdfs'];
const shared = ['fuse', '9p', 'nfs', 'cifs', 'smb', 'virtiofs'];
const pseudo = new Set(
  `tmpfs devtmpfs ramfs cgroup cgroup2 sysfs proc devpts securityfs debugfs tracefs fusectl configfs pstore hugetlbfs
   mqueue bpf autofs binfmt_misc efivarfs nsfs rpc_pipefs`.split(/\s+/),
);
const hiddenBelow = ['/dev', '/proc', '/sys', '/snap'];
/** Here an overlay is a container. A disk of its own that is mounted here counts like any other. */
const containersBelow = ['/run', '/var/lib/docker', '/var/lib/containers'];
/** Layers of container images, whatever the file system is. */
const imageLayer =
  /^\/var\/lib\/(docker|containers\/storage)\/(overlay2?|aufs|devicemapper|btrfs|zfs|vfs|image|fuse-overlayfs)\/./;

const isWindowsDrive = (mountpoint: string): boolean => /^[a-z]:(\\|$)/i.test(mountpoint);
const isBelow = (mountpoint: string, dir: string): boolean => mountpoint === dir || mountpoint.startsWith(`${dir}/`);

/** Whether this file system shows how full the disks of the guest are. */
function counts(fs: { mountpoint: string; type: string; total: number; used: number }): boolean {
  if (fs.total === 0) return false;
  const type = fs.type.toLowerCase();
  if (readOnly.some((name) => type.includes(name))) return false;
  if (isWindowsDrive(fs.mountpoint)) return true;
  if (type.includes('overlay') && fs.used >= fs.total) return false;
  if (pseudo.has(type) || shared.some((name) => type.includes(name))) return false;
  if (fs.mountpoint === '/boot/efi' || fs.mountpoint.includes('System Reserved')) return false;
  if (imageLayer.test(fs.mountpoint)) return false;
  if (type.includes('overlay') && containersBelow.some((dir) => isBelow(fs.mountpoint, dir))) return false;
  return !hiddenBelow.some((dir) => isBelow(fs.mountpoint, dir));
}

/**
 * The disk that people see, and a part of the ids of alerts. It is as stable as the agent allows. Several file systems
 * may have the same one: the agent names the partition below logical volumes, LUKS and md.
 */
function deviceOf(fs: Raw, mountpoint: string): string {
  const disk = part(Array.isArray(fs.disk) ? fs.disk[0] : undefined);
  // On Windows, `dev` is the whole disk, which may contain several drives.
  const dev = isWindowsDrive(mountpoint) ? undefined : text(disk.dev);
  const position = text(disk['bus-type']) && `${text(disk['bus-type'])}-${whole(disk.target) ?? 0}`;
  return dev ?? text(fs.name) ?? text(disk.serial) ?? position ?? (mountpoint === '/' ? 'root-filesystem' : mountpoint);
}

/**
 * What makes a file system one: the block device that is mounted (`dm-0`, `md1`, `sda1`) or the Windows volume. Bind mounts and btrfs
 * subvolumes have the same one. The datasets of one ZFS pool share their free space and count as one.
 */
function identityOf(fs: Raw, mountpoint: string, type: string): string {
  const name = text(fs.name);
  if (isZfs(type) && name) return `zfs ${name.split('/')[0]}`;
  const disk = part(Array.isArray(fs.disk) ? fs.disk[0] : undefined);
  return name ?? (isWindowsDrive(mountpoint) ? undefined : text(disk.dev)) ?? mountpoint;
}

const isZfs = (type: string): boolean => type.toLowerCase() === 'zfs';

/** Only the fullest dataset shows how full its pool is. Of several mounts of one device, the shortest path is the best name. */
const isBetter = (fs: Filesystem, seen: Filesystem): boolean =>
  isZfs(fs.type) ? fs.used > seen.used : fs.mountpoint.length < seen.mountpoint.length;

export interface AgentFilesystems {
  disks: Filesystem[];
  /** The reason why there are none. */
  reason?: DiskStatusReason;
}

/** From `data` of agent/get-fsinfo. Entries without sizes, such as Windows system volumes, do not count. */
export function filesystems(data: unknown): AgentFilesystems {
  const result = part(data).result;
  const entries = Array.isArray(result) ? result.map(part) : [];
  if (entries.length === 0) return { disks: [], reason: 'no-filesystems' };
  const found = new Map<string, Filesystem>();
  for (const entry of entries) {
    const mountpoint = text(entry.mountpoint) ?? '';
    const type = text(entry.type, 64) ?? '';
    // On some Windows volumes an ordinary account may use nothing, and only this says their size.
    const total = whole(entry['total-bytes']) || (whole(entry['total-bytes-privileged']) ?? 0);
    const used = Math.min(whole(entry['used-bytes']) ?? 0, total);
    if (!counts({ mountpoint, type, total, used })) continue;
    const device = deviceOf(entry, mountpoint);
    const fs = { mountpoint, device, type, total, used, free: total - used, usage: percent(used, total) };
    const identity = identityOf(entry, mountpoint, type);
    const seen = found.get(identity);
    if (!seen || isBetter(fs, seen)) found.set(identity, fs);
  }
  const disks = [...found.values()];
  return disks.length > 0 ? { disks } : { disks, reason: 'special-filesystems-only' };
}
