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
/** Layers of containers, and mounts of a session. A disk of its own may be there too. */
const borrowedBelow = ['/run', '/var/lib/docker', '/var/lib/containers'];

const isWindowsDrive = (mountpoint: string): boolean => /^[a-z]:(\\|$)/i.test(mountpoint);
const isBelow = (mountpoint: string, dir: string): boolean => mountpoint === dir || mountpoint.startsWith(`${dir}/`);
const isBorrowed = (mountpoint: string): boolean => borrowedBelow.some((dir) => isBelow(mountpoint, dir));

/** Whether this file system shows how full the disks of the guest are. */
function counts(fs: { mountpoint: string; type: string; total: number; used: number }): boolean {
  if (fs.total === 0) return false;
  const type = fs.type.toLowerCase();
  if (readOnly.some((name) => type.includes(name))) return false;
  if (isWindowsDrive(fs.mountpoint)) return true;
  if (type.includes('overlay') && (fs.used >= fs.total || isBorrowed(fs.mountpoint))) return false;
  if (pseudo.has(type) || shared.some((name) => type.includes(name))) return false;
  if (fs.mountpoint === '/boot/efi' || fs.mountpoint.includes('System Reserved')) return false;
  return !hiddenBelow.some((dir) => isBelow(fs.mountpoint, dir));
}

/** Names of devices of the kernel that are made of others. */
const VIRTUAL = /^(dm-|md|bcache|drbd)\w*$/;

/**
 * An identifier of the device behind a file system, as stable as the agent allows. A device that is mounted twice is counted once. For a
 * logical volume, LUKS, md and multipath the agent names the partition below as `dev`, the same one for several volumes; `name` is then
 * the volume itself, such as dm-0 (build_guest_fsinfo_for_virtual_device of the agent).
 */
function deviceOf(fs: Raw, mountpoint: string): string {
  const disk = part(Array.isArray(fs.disk) ? fs.disk[0] : undefined);
  // On Windows, `dev` is the whole disk, which may contain several drives.
  const below = isWindowsDrive(mountpoint) ? undefined : text(disk.dev);
  const dev = VIRTUAL.test(text(fs.name) ?? '') ? undefined : below;
  const position = text(disk['bus-type']) && `${text(disk['bus-type'])}-${whole(disk.target) ?? 0}`;
  return dev ?? text(fs.name) ?? text(disk.serial) ?? position ?? (mountpoint === '/' ? 'root-filesystem' : mountpoint);
}

/** ZFS datasets of one pool share their free space. Only the fullest one shows how full the pool is. */
const poolOf = (type: string, device: string): string | undefined =>
  type.toLowerCase() === 'zfs' ? device.split('/')[0] : undefined;

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
  const byDevice = new Map<string, Filesystem>();
  // Of a device that is mounted twice, the mount of a container or a session is not the one to show.
  const isLater = (entry: Raw) => (isBorrowed(text(entry.mountpoint) ?? '') ? 1 : 0);
  for (const entry of entries.toSorted((a, b) => isLater(a) - isLater(b))) {
    const mountpoint = text(entry.mountpoint) ?? '';
    const type = text(entry.type, 64) ?? '';
    const total = whole(entry['total-bytes']) ?? 0;
    const used = Math.min(whole(entry['used-bytes']) ?? 0, total);
    if (!counts({ mountpoint, type, total, used })) continue;
    const device = deviceOf(entry, mountpoint);
    const key = poolOf(type, device) ?? device;
    const seen = byDevice.get(key);
    if (seen && (key === device || seen.used >= used)) continue;
    byDevice.set(key, { mountpoint, device, type, total, used, free: total - used, usage: percent(used, total) });
  }
  const disks = [...byDevice.values()];
  return disks.length > 0 ? { disks } : { disks, reason: 'special-filesystems-only' };
}
