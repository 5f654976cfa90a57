// The physical disks of a node, most of them well.
import type { Node } from './node.ts';
import { between, chance, hash, pick } from './walk.ts';

const GB = 1000 ** 3;

/** `life`: percent of life left, undefined for rotating disks. `size` in bytes. */
export type Disk = {
  devpath: string;
  type: 'nvme' | 'ssd' | 'hdd' | 'usb' | 'unknown';
  bus: 'nvme' | 'ata' | 'sas' | 'usb' | 'raid';
  model: string;
  serial: string;
  size: number;
  life: number | undefined;
  failed: boolean;
  used: string;
  celsius: number;
  hours: number;
};

const models = {
  nvme: ['SAMSUNG MZQL2960HCJR-00A07', 'INTEL SSDPE2KX010T8', 'KIOXIA KCD8XRUG960G'],
  ssd: ['SAMSUNG MZ7L3960HCJR-00A07', 'INTEL SSDSC2KB960G8', 'Micron_5300_MTFDDAK960TDS'],
  hdd: ['ST12000NM001G-2MV103', 'TOSHIBA MG08ACA16TE', 'WDC WD80EFZZ-68BTXN0'],
} as const;
const sizes = { nvme: 960 * GB, ssd: 960 * GB, hdd: 12_000 * GB } as const;

/** A node with many disks has a SAS disk of each sort, a USB one, and a volume of a RAID controller besides. */
export function disksOf(node: Node): Disk[] {
  const plain = between(2, 4, node.seed, 'disks');
  const kinds = ['nvme', 'nvme', ...Array.from({ length: plain }, (_, i) => (i < 2 ? 'ssd' : 'hdd'))] as const;
  const usual = kinds.map((type, i) => createDisk(node, type, i));
  if (!node.manyDisks) return usual;
  const more = (i: number, type: 'ssd' | 'hdd', change: Partial<Disk>): Disk => ({
    ...createDisk(node, type, 10 + i),
    devpath: `/dev/sd${String.fromCharCode(107 + i)}`,
    ...change,
  });
  return [
    ...usual,
    more(0, 'hdd', { bus: 'sas', model: 'HGST HUH721212AL5200', failed: false }),
    more(1, 'ssd', { bus: 'sas', model: 'SAMSUNG MZILT960HBHQ', life: 8, failed: false }),
    more(2, 'hdd', { model: 'ST4000NM0035', failed: true, used: 'ZFS' }),
    more(3, 'hdd', { type: 'usb', bus: 'usb', model: 'Elements 25A3', used: 'ext4' }),
    more(4, 'hdd', { type: 'unknown', bus: 'raid', model: 'LOGICAL VOLUME', serial: 'unknown', life: undefined }),
  ];
}

function createDisk(node: Node, type: 'nvme' | 'ssd' | 'hdd', i: number): Disk {
  const seed = hash(node.seed, 'disk', i);
  const worn = chance(seed, 'worn') < 0.04;
  return {
    devpath: type === 'nvme' ? `/dev/nvme${i}n1` : `/dev/sd${String.fromCharCode(95 + i)}`,
    type,
    bus: type === 'nvme' ? 'nvme' : 'ata',
    model: pick(models[type], seed, 'model'),
    serial: `S${seed.toString(36).toUpperCase().padStart(8, '0')}`,
    size: sizes[type],
    life: type === 'hdd' ? undefined : worn ? between(3, 9, seed, 'life') : between(55, 100, seed, 'life'),
    failed: chance(seed, 'failed') < 0.02,
    used: i < 2 ? (node.zfs ? 'ZFS' : 'LVM') : type === 'ssd' ? 'LVM' : 'ext4',
    celsius: between(28, type === 'nvme' ? 52 : 38, seed, 'celsius'),
    hours: between(900, 42_000, seed, 'hours'),
  };
}
