// The space on the disks of a node: the pool with its guests, and the root file system on other space or on the same
// pool.
import { type Cluster, guestsOf } from './cluster.ts';
import { poolBytesOf } from './disk.ts';
import { backupFilesOn } from './file.ts';
import { diskUsed, type Guest } from './guest.ts';
import type { Node } from './node.ts';
import type { StorageFigures } from './storage.ts';
import { chance, walk } from './walk.ts';

const GiB = 1024 ** 3;
/** The space that the installer of Proxmox VE reserves outside the pool. */
const rootVolume = 96 * GiB;
const swapAndBoot = 25 * GiB;
/** ext4 on a volume of 96 GiB. Five percent of it are reserved. */
const rootTotal = 100_861_726_720;
const rootReserve = Math.floor(rootTotal * 0.05);

/** The name of the storage for the guests of that node that are not on a shared one. */
export const localPoolOf = (node: Node): 'local-zfs' | 'local-lvm' => (node.zfs ? 'local-zfs' : 'local-lvm');

/** The bytes of the empty pool. */
export const poolSizeOf = (node: Node): number => poolBytesOf(node) - (node.zfs ? 2 * GiB : rootVolume + swapAndBoot);

/** The bytes of the volumes of its guests at second `t`. Both kinds of pool are thin-provisioned. */
function guestBytes(node: Node, t: number, guests: Iterable<Guest>): number {
  let sum = 0;
  for (const guest of guests) if (guest.storage === undefined) sum += diskUsed(guest, t, guest.maxdisk);
  return Math.min(sum, Math.floor(poolSizeOf(node) * 0.94));
}

/** The bytes of the system and of the files in `local`. */
export function rootBytes(cluster: Cluster, node: Node, t: number): number {
  const system = rootTotal * (0.12 + 0.4 * chance(node.seed, 'root') + 0.01 * walk(node.seed + 4, t, 7200));
  const files = backupFilesOn(cluster, 'local', node).reduce((sum, { size }) => sum + size, 0);
  return Math.floor(system) + files;
}

export type PoolFigures = { size: number; alloc: number; free: number };

/** The figures of `zpool list` for a ZFS node. The pool also contains the system. */
export function zpoolFigures(cluster: Cluster, node: Node, t: number, guests = guestsOf(cluster, node)): PoolFigures {
  const size = poolSizeOf(node);
  const alloc = guestBytes(node, t, guests) + rootBytes(cluster, node, t);
  return { size, alloc, free: size - alloc };
}

/** ZFS reserves a small part of each pool. */
const zfsAvail = ({ size, free }: PoolFigures) => Math.max(0, free - Math.min(128 * GiB, Math.floor(size / 32)));

export function localPoolFigures(
  cluster: Cluster,
  node: Node,
  t: number,
  guests = guestsOf(cluster, node),
): StorageFigures {
  const used = guestBytes(node, t, guests);
  const avail = node.zfs ? zfsAvail(zpoolFigures(cluster, node, t, guests)) : poolSizeOf(node) - used;
  return { total: used + avail, used, avail };
}

/**
 * `free` includes the reserve of the file system, `avail` does not. On ZFS the root file system may fill the whole
 * pool.
 */
export type RootFigures = StorageFigures & { free: number };

export function rootFigures(cluster: Cluster, node: Node, t: number, guests?: Guest[]): RootFigures {
  const used = rootBytes(cluster, node, t);
  if (!node.zfs) return { total: rootTotal, used, free: rootTotal - used, avail: rootTotal - used - rootReserve };
  const avail = zfsAvail(zpoolFigures(cluster, node, t, guests ?? guestsOf(cluster, node)));
  return { total: used + avail, used, free: avail, avail };
}
