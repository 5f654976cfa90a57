// The content of a storage in the format of `/content`.

import { historyOf } from './backup-history.ts';
import { type Cluster, guestsOf } from './cluster.ts';
import type { BackupSnapshot, Group } from './datastore.ts';
import { backupFilesOn, isosOn } from './file.ts';
import type { Guest } from './guest.ts';
import { localPoolOf } from './local-pool.ts';
import type { Node } from './node.ts';
import type { Storage } from './storage.ts';

/** `ctime` in epoch seconds, `size` in bytes. */
export type Volume = {
  volid: string;
  content: string;
  format: string;
  size: number;
  ctime: number;
  vmid?: number;
} & Record<string, unknown>;

/** Everything that a node can list there, unsorted. A storage on a backup server lists the backups in its namespace. */
export function volumesOn(cluster: Cluster, storage: Storage, node: Node): Volume[] {
  const has = (content: string) => storage.content.split(',').includes(content);
  if (storage.type === 'pbs') return snapshotsOn(cluster, storage);
  return [
    ...(has('backup') ? backupFilesOn(cluster, storage.storage, node) : []),
    ...(has('images') || has('rootdir') ? disksOn(cluster, storage, node) : []),
    ...(has('iso') ? isosOn(cluster, storage.storage) : []),
  ];
}

function disksOn(cluster: Cluster, { storage }: Storage, node: Node): Volume[] {
  const guests = storage === localPoolOf(node) ? guestsOf(cluster, node) : [...cluster.guests.values()];
  return guests
    .filter((guest) => (guest.storage ?? localPoolOf(node)) === storage)
    .map((guest) => ({
      volid: diskOf(guest, node),
      content: guest.kind === 'qemu' ? 'images' : 'rootdir',
      format: formatOf(guest, storage),
      size: guest.maxdisk,
      ctime: guest.createdAt,
      vmid: guest.vmid,
    }));
}

const formatOf = (guest: Guest, storage: string) => {
  if (storage === 'nas-vm') return 'qcow2';
  return storage === 'local-zfs' && guest.kind === 'lxc' ? 'subvol' : 'raw';
};

/** The name of the disk of a guest in its storage. `node`: the node of the guest. */
export function diskOf(guest: Guest, node: Node): string {
  const storage = guest.storage ?? localPoolOf(node);
  const format = formatOf(guest, storage);
  const kind = format === 'subvol' ? 'subvol' : guest.template ? 'base' : 'vm';
  const name = `${kind}-${guest.vmid}-disk-0`;
  return format === 'qcow2' ? `${storage}:${guest.vmid}/${name}.qcow2` : `${storage}:${name}`;
}

/** The same list as in PVE/Storage/PBSPlugin.pm: backups of hosts are left out, and a running backup has a size of 1. */
function snapshotsOn(cluster: Cluster, storage: Storage): Volume[] {
  const { datastore } = historyOf(cluster);
  const groups = datastore.namespaces.get(String(storage.settings.namespace ?? '')) ?? [];
  return groups
    .filter((group) => group.type !== 'host')
    .flatMap((group) => group.snapshots.map((snapshot) => volumeOf(storage, group, snapshot)));
}

function volumeOf({ storage }: Storage, { type, id }: Group, snapshot: BackupSnapshot): Volume {
  const { time, size = 1, verified, comment, isProtected, isEncrypted } = snapshot;
  const at = new Date(time * 1000).toISOString().replace('.000', '');
  return {
    volid: `${storage}:backup/${type}/${id}/${at}`,
    content: 'backup',
    subtype: type === 'vm' ? 'qemu' : 'lxc',
    format: `pbs-${type}`,
    size,
    ctime: time,
    vmid: Number(id),
    ...(comment !== undefined && { notes: comment }),
    ...(isProtected && { protected: 1 }),
    ...(verified && { verification: { state: verified, upid: verificationOf(time) } }),
    ...(isEncrypted && { encrypted: keyFingerprint }),
  };
}

export const keyFingerprint = '5d:aa:0c:11:42:7e:9f:00';
/** The task that verified a snapshot with that time. */
export const verificationOf = (time: number) =>
  `UPID:pbs:000002C0:000007BA:00000001:${time.toString(16).toUpperCase()}:verificationjob:main:root@pam:`;
