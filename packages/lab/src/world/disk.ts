// The physical disks of a node, most of them healthy.
import { bytesOf, type Capacity, type DiskFamily, type DiskModel, modelsOf, rotating } from './disk-model.ts';
import type { Node } from './node.ts';
import { between, chance, hash, pick } from './walk.ts';

/** `life`: percent of life left, undefined for rotating disks. `size` in bytes. `used` undefined: the disk is empty. */
export type Disk = {
  devpath: string;
  type: DiskFamily | 'usb' | 'unknown';
  bus: 'nvme' | 'ata' | 'sas' | 'usb' | 'raid';
  model: string;
  serial: string;
  size: number;
  life: number | undefined;
  failed: boolean;
  used: string | undefined;
  /** The number of the Ceph OSD that uses the whole disk. */
  osd: number | undefined;
  celsius: number;
  hours: number;
};

type Bay = { family: DiskFamily; model: DiskModel; used?: string; osd?: number };

const bootDisk: Capacity = 960;
export const bootDisks = 2;

/** A ZFS pool consists of mirrors of two disks; LVM uses each disk alone. */
const perUnit = (node: Node) => (node.zfs ? 2 : 1);

/**
 * The disks of the local pool come first: two for the system and guests, the others only for guests. Then follow those
 * of Ceph, then rotating ones.
 */
function baysOf(node: Node): Bay[] {
  const { seed, dataDisks, osds } = node;
  const used = node.zfs ? 'ZFS' : 'LVM';
  // All disks of one set have the same model.
  const flash = (family: 'nvme' | 'ssd', gb: Capacity) => pick(modelsOf(family, gb), seed, family, gb);
  const several = (count: number, bay: (i: number) => Bay) => Array.from({ length: count }, (_, i) => bay(i));
  const family = dataDisks.gb > 7680 ? 'nvme' : 'ssd';
  return [
    ...several(bootDisks, () => ({ family: 'nvme', model: flash('nvme', bootDisk), used })),
    ...several(dataDisks.units * perUnit(node), () => ({ family, model: flash(family, dataDisks.gb), used })),
    ...osds.ids.map((osd): Bay => ({ family: 'nvme', model: flash('nvme', osds.gb), used: 'LVM', osd })),
    ...several(node.rotating, (i) => ({
      family: 'hdd',
      model: pick(rotating, seed, 'rotating'),
      ...(i === 0 && node.nodeid === 1 && { used: 'ext4' }),
    })),
  ];
}

export function disksOf(node: Node): Disk[] {
  const { failedDisks } = node;
  const disks = disksIn(node).map((disk) => (node.calm ? healthy(disk) : disk));
  return failedDisks.length === 0
    ? disks
    : disks.map((disk) => (failedDisks.includes(disk.devpath) ? { ...disk, failed: true } : disk));
}

const healthy = (disk: Disk): Disk => ({ ...disk, failed: false, life: disk.life && Math.max(disk.life, 55) });

/** A node with many disks also has SAS disks, a USB disk, a disk with btrfs, and a volume of a RAID controller. */
function disksIn(node: Node): Disk[] {
  let nvme = 0;
  let sata = 0;
  const usual = baysOf(node).map((bay, i) =>
    createDisk(node, bay, i, bay.family === 'nvme' ? `/dev/nvme${nvme++}n1` : sataPath(sata++)),
  );
  if (!node.manyDisks) return usual;
  const more = (i: number, family: 'ssd' | 'hdd', gb: number, model: string, change: Partial<Disk>): Disk => ({
    ...createDisk(node, { family, model: { model, gb } }, 100 + i, sataPath(sata + i)),
    failed: false,
    ...change,
  });
  return [
    ...usual,
    more(0, 'hdd', 12_000, 'HGST HUH721212AL5200', { bus: 'sas' }),
    more(1, 'ssd', 960, 'SAMSUNG MZILT960HBHQ', { bus: 'sas', life: 8 }),
    // A failed disk that was replaced in its pool but is still in the machine.
    more(2, 'hdd', 4000, 'ST4000NM0035', { failed: true, used: 'ZFS' }),
    more(3, 'hdd', 4000, 'Elements 25A3', { type: 'usb', bus: 'usb', used: 'ext4' }),
    more(4, 'hdd', 960, 'LOGICAL VOLUME', { type: 'unknown', bus: 'raid', serial: 'unknown', life: undefined }),
    more(5, 'ssd', 960, 'INTEL SSDSC2KB960G8', { used: 'btrfs' }),
  ];
}

/** The disks of the local pool, in its order. The disks of a mirror are next to each other. */
export const poolDisksOf = (node: Node): Disk[] =>
  disksOf(node).slice(0, bootDisks + node.dataDisks.units * perUnit(node));

/** The bytes on the disks of the local pool. A mirror is counted once. */
export const poolBytesOf = ({ zfs, dataDisks: { units, gb } }: Node): number =>
  bytesOf(bootDisk) * (zfs ? 1 : bootDisks) + bytesOf(gb) * units;

/** The bytes of the rotating disk of the first node, which contains the storage `scratch`. */
export const scratchBytesOf = (node: Node): number => bytesOf(pick(rotating, node.seed, 'rotating').gb);

/** The bytes of the disk with btrfs in a node with many disks. */
export const btrfsBytes = bytesOf(960);

/** sda to sdz, then sdaa and so on. */
function sataPath(i: number): string {
  const letter = String.fromCharCode(97 + (i % 26));
  return i < 26 ? `/dev/sd${letter}` : `${sataPath(Math.floor(i / 26) - 1)}${letter}`;
}

function createDisk(node: Node, { family, model, used, osd }: Bay, i: number, devpath: string): Disk {
  const seed = hash(node.seed, 'disk', i);
  const worn = chance(seed, 'worn') < 0.04;
  return {
    devpath,
    type: family,
    bus: family === 'nvme' ? 'nvme' : 'ata',
    model: model.model,
    serial: `S${seed.toString(36).toUpperCase().padStart(8, '0')}`,
    size: bytesOf(model.gb),
    life: family === 'hdd' ? undefined : worn ? between(3, 9, seed, 'life') : between(55, 100, seed, 'life'),
    failed: chance(seed, 'failed') < 0.02,
    used,
    osd,
    celsius: between(28, family === 'nvme' ? 52 : 38, seed, 'celsius'),
    hours: between(900, 42_000, seed, 'hours'),
  };
}
