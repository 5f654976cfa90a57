// The use of the storages of a cluster on a node.
import { historyOf } from './backup-history.ts';
import { cephStorageFigures } from './ceph.ts';
import { type Cluster, guestsOn } from './cluster.ts';
import { along } from './course.ts';
import { storeFigures } from './datastore.ts';
import { backupFilesOn, isosOn } from './file.ts';
import { diskUsed, type Guest } from './guest.ts';
import { localPoolFigures, rootFigures } from './local-pool.ts';
import type { Node } from './node.ts';
import type { Storage, StorageFigures } from './storage.ts';

/** Undefined when the storage is disabled or does not exist. A shared storage has the same figures on every node. */
export function storageFigures(
  cluster: Cluster,
  storage: Storage,
  node: Node,
  t: number,
  guests?: Guest[],
): StorageFigures | undefined {
  if (storage.disabled) return undefined;
  // Nodes read their storages at different seconds.
  const minute = t - (t % 60);
  switch (storage.type) {
    case 'lvmthin':
    case 'zfspool':
      return localPoolFigures(cluster, node, t, guests);
    case 'pbs':
      return storeFigures(historyOf(cluster).datastore, minute);
    case 'rbd':
      return cephStorageFigures(cluster, 'vm', t);
    case 'cephfs':
      return cephStorageFigures(cluster, 'cephfs_data', t);
    default:
      return storage.storage === 'local'
        ? rootFigures(cluster, node, t, guests)
        : otherFigures(cluster, storage, node, minute);
  }
}

/** The use by unlisted data and by all listed volumes. Images are thin-provisioned, volumes of LVM are not. */
function otherFigures(cluster: Cluster, storage: Storage, node: Node, t: number): StorageFigures {
  const { size = 0, fill = 0, content, type, courses } = storage;
  const files = [
    ...(content.includes('iso') ? isosOn(cluster, storage.storage) : []),
    ...(content.includes('backup') ? backupFilesOn(cluster, storage.storage, node) : []),
  ].reduce((sum, file) => sum + file.size, 0);
  const disks = guestsOn(cluster, storage.storage).reduce(
    (sum, g) => sum + (type === 'lvm' ? g.maxdisk : diskUsed(g, t, g.maxdisk)),
    0,
  );
  const usual = Math.min(size, Math.floor(size * fill) + files + disks);
  // Its listed volumes are always a part of it.
  const used = courses ? Math.max(files + disks, Math.floor(along(courses, usual / size, t) * size)) : usual;
  // A file system reserves some space, so `avail` is a little less than total minus used.
  const reserve = type === 'dir' ? Math.floor(size * 0.02) : 0;
  return { total: size, used, avail: Math.max(0, size - used - reserve) };
}
