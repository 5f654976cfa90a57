// The file systems that a guest agent reports, including unusual ones from real systems.
import { diskUsed, type Guest } from './guest.ts';
import { chance } from './walk.ts';

const MiB = 1024 ** 2;
const GiB = 1024 ** 3;

/** In the format of get-fsinfo. Sizes in bytes. Some Windows volumes have none. */
export type FileSystem = {
  name: string;
  mountpoint: string;
  type: string;
  'total-bytes'?: number;
  'used-bytes'?: number;
  disk: Record<string, unknown>[];
};

const disk = (dev: string) => ({
  dev,
  'bus-type': 'scsi',
  bus: 0,
  target: 0,
  unit: 0,
  serial: '0QEMU_QEMU_HARDDISK_drive-scsi0',
  'pci-controller': { domain: 0, bus: 9, slot: 1, function: 0 },
});

const mount = (name: string, mountpoint: string, type: string, total: number, used: number): FileSystem => ({
  name,
  mountpoint,
  type,
  'total-bytes': total,
  'used-bytes': used,
  disk: [disk(`/dev/${name}`)],
});

export function fileSystemsOf(guest: Guest, now: number): FileSystem[] {
  const total = Math.floor(guest.maxdisk * 0.96);
  const used = diskUsed(guest, now, total);
  if (guest.agentBehaviour === 'empty') return [];
  if (guest.agentBehaviour === 'special') return [loop('/snap/core/6782'), mount('tmpfs', '/run', 'tmpfs', 1 << 30, 0)];
  if (guest.agentBehaviour === 'huge') return huge(total, used);
  if (guest.system === 'windows') return windows(total, used);
  if (guest.system === 'freebsd') return [{ ...mount('zroot/ROOT/default', '/', 'zfs', total, used), disk: [] }];
  if (guest.layout === 'volumes') return volumes(total, used);
  const root = guest.system === 'alma' ? 'dm-0' : 'sda3';
  return [
    mount(root, '/', guest.system === 'alma' ? 'xfs' : 'ext4', total, used),
    mount('sda2', '/boot', 'ext4', 974 * MiB, 275 * MiB),
    mount('sda1', '/boot/efi', 'vfat', 511 * MiB, 6 * MiB),
    ...(guest.system === 'ubuntu' ? [6782, 2105].map((n) => ({ ...loop(`/snap/core/${n}`) })) : []),
    // A bind mount of the same file system.
    ...(guest.role === 'k8s-worker' ? [mount(root, '/var/lib/kubelet', 'ext4', total, used)] : []),
    ...(chance(guest.seed, 'share') < 0.1 ? [share()] : []),
    ...(guest.layout === 'containers' ? containers() : []),
  ];
}

/** Logical volumes of one partition, which the agent names for each of them. */
const volumes = (total: number, used: number): FileSystem[] => [
  { ...mount('dm-0', '/', 'xfs', Math.floor(total / 4), Math.floor(used / 4)), disk: [disk('/dev/sda3')] },
  mount('sda2', '/boot', 'xfs', GiB, 300 * MiB),
  { ...mount('dm-1', '/home', 'xfs', Math.floor(total / 4), Math.floor(used / 4)), disk: [disk('/dev/sda3')] },
  {
    ...mount('dm-2', '/var/lib/pgsql', 'xfs', Math.floor(total / 2), Math.floor(total * 0.48)),
    disk: [disk('/dev/sda3')],
  },
];

/** A disk of its own for containers, and the overlay of one of them on it. */
const containers = (): FileSystem[] => [
  mount('sdb1', '/var/lib/docker', 'ext4', 200 * GiB, 198.5 * GiB),
  { ...mount('overlay', '/var/lib/docker/overlay2/5f0c/merged', 'overlay', 200 * GiB, 198.5 * GiB), disk: [] },
];

/** A huge number of mounts, which makes a huge answer. */
const huge = (total: number, used: number): FileSystem[] =>
  Array.from({ length: 120_000 }, (_, i) => mount(`sd${i}`, `/mnt/${'x'.repeat(100)}/${i}`, 'ext4', total, used));

const loop = (mountpoint: string): FileSystem => ({
  name: 'loop7',
  mountpoint,
  type: 'squashfs',
  'total-bytes': 66_846_720,
  'used-bytes': 66_846_720,
  disk: [],
});

const share = (): FileSystem => ({
  name: '192.0.2.10:/export/data',
  mountpoint: '/mnt/data',
  type: 'nfs4',
  'total-bytes': 24_576 * GiB,
  'used-bytes': 21_600 * GiB,
  disk: [],
});

function windows(total: number, used: number): FileSystem[] {
  const drive = '\\\\.\\PhysicalDrive0';
  const volume = (id: string) => `\\\\?\\Volume{${id}-8989-4449-a63d-02756da44990}\\`;
  return [
    {
      name: volume('e1d7a174'),
      mountpoint: 'C:\\',
      type: 'NTFS',
      'total-bytes': total,
      'used-bytes': used,
      disk: [disk(drive)],
    },
    { name: volume('a2c4b801'), mountpoint: 'System Reserved', type: 'FAT32', disk: [disk(drive)] },
    {
      name: volume('55f0c9de'),
      mountpoint: 'D:\\',
      type: 'CDFS',
      'total-bytes': 5_044_094_976,
      'used-bytes': 5_044_094_976,
      disk: [],
    },
  ];
}
