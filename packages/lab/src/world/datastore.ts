// The datastores of a backup server, their content, and its size.
import { along, type Course } from './course.ts';

/** Times in epoch seconds, sizes in bytes. A running backup has no size. */
export type BackupSnapshot = {
  time: number;
  size?: number;
  verified?: 'ok' | 'failed';
  /** The size of `index.json.blob`. It contains the results of verifications, so it grows with them. */
  indexBytes?: number;
  isProtected: boolean;
  isEncrypted: boolean;
  comment?: string;
};

/** The newest snapshot comes first. */
export type Group = { type: 'vm' | 'ct' | 'host'; id: string; owner: string; snapshots: BackupSnapshot[] };

export type Store = {
  name: string;
  total: number;
  /** By path. The root is "". */
  namespaces: Map<string, Group[]>;
  /** The bytes of all backups divided by the bytes on the disk. 0: no garbage collection has run. */
  deduplication: number;
  /** A datastore on the same file system, so both report the same sizes. */
  beside?: Store;
  comment?: string;
  error?: string;
  maintenance?: string;
  /** Its disk is not mounted. */
  isUnmounted?: true;
  /** A use of its disk that is not the usual one for a time, as a share of its size. The backups stay the same. */
  courses?: Course[];
};

/**
 * `logical`: the bytes of all backups. `disk`: their bytes after deduplication. The others are those of the file
 * system.
 */
export type StoreFigures = { logical: number; disk: number; total: number; used: number; avail: number };

const known = new WeakMap<Store, number>();

/** Clears the stored sums. Call it after a backup was added, removed or finished. */
export const changed = (store: Store): void => void known.delete(store);

function logicalBytes(store: Store): number {
  const before = known.get(store);
  if (before !== undefined) return before;
  let sum = 0;
  for (const groups of store.namespaces.values())
    for (const { snapshots } of groups) for (const { size = 0 } of snapshots) sum += size;
  known.set(store, sum);
  return sum;
}

export function storeFigures(store: Store, t: number): StoreFigures {
  const logical = logicalBytes(store);
  const disk = store.deduplication === 0 ? 0 : Math.floor(logical / store.deduplication);
  const { total } = store.beside ?? store;
  const usual = disk + (store.beside ? storeFigures(store.beside, t).used : 0);
  const used = store.courses ? Math.max(usual, Math.floor(along(store.courses, usual / total, t) * total)) : usual;
  // A file system reserves some space.
  return { logical, disk, total, used, avail: Math.max(0, Math.floor((total - used) * 0.95)) };
}

const TiB = 2 ** 40;
const sizes = [1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024].map((size) => size * TiB);

/** A realistic size of the disks for the present content. */
export function sizeFor(store: Store): number {
  const need = storeFigures(store, 0).disk * 1.45;
  return sizes.find((size) => size >= need) ?? Math.ceil(need / TiB) * TiB;
}
