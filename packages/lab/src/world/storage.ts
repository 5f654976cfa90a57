// The storages of a cluster and their configuration.
import type { Cluster } from './cluster.ts';
import type { Course } from './course.ts';
import { scratchBytesOf } from './disk.ts';
import type { Guest } from './guest.ts';
import type { Node } from './node.ts';

const TiB = 1024 ** 4;

/**
 * `settings` are the keys of the plugin in storage.cfg. `only` limits the storage to those nodes. `size` (bytes) and
 * `fill` (the share of unlisted data) are for storages whose figures do not come from a node, Ceph or a backup server.
 */
export type Storage = {
  storage: string;
  type: 'dir' | 'btrfs' | 'lvm' | 'lvmthin' | 'zfspool' | 'nfs' | 'cifs' | 'rbd' | 'cephfs' | 'pbs' | 'iscsi' | 'esxi';
  content: string;
  shared: boolean;
  disabled?: true;
  only?: string[];
  size?: number;
  fill?: number;
  /** A use that is not the usual one for a time, as a share of its size. Only for a storage with a size. */
  courses?: Course[];
  settings: Record<string, string | number>;
};

export type StorageFigures = { total: number; used: number; avail: number };

/** `cluster`: its name, which is also the namespace of its backups. */
export function createStorages(cluster: string, nodes: Node[], guests: readonly Guest[]): Storage[] {
  const [first] = nodes;
  const named = (wanted: boolean) => nodes.filter((n) => n.zfs === wanted).map((n) => n.name);
  const on = (names: string[]) => (names.length === nodes.length ? {} : { only: names });
  const images = guests.filter((g) => g.storage === 'nas-vm').reduce((sum, g) => sum + g.maxdisk, 0);
  const storages: Storage[] = [
    {
      storage: 'local',
      type: 'dir',
      content: 'backup,iso,vztmpl',
      shared: false,
      settings: { path: '/var/lib/vz' },
    },
    {
      storage: 'local-lvm',
      type: 'lvmthin',
      content: 'images,rootdir',
      shared: false,
      ...on(named(false)),
      settings: { vgname: 'pve', thinpool: 'data' },
    },
    {
      storage: 'local-zfs',
      type: 'zfspool',
      content: 'images,rootdir',
      shared: false,
      ...on(named(true)),
      settings: { pool: 'rpool/data', sparse: 1 },
    },
    {
      storage: 'nas-vm',
      type: 'nfs',
      content: 'images,iso,snippets',
      shared: true,
      size: 24 * TiB * Math.max(1, Math.ceil(images / (2 * TiB))),
      fill: 0.84,
      settings: { path: '/mnt/pve/nas-vm', server: '192.0.2.10', export: '/export/vm', options: 'vers=4.2' },
    },
    {
      storage: 'pbs-main',
      type: 'pbs',
      content: 'backup',
      shared: true,
      settings: {
        server: '192.0.2.20',
        datastore: 'main',
        namespace: cluster,
        username: 'pve@pbs!cluster',
        'prune-backups': 'keep-all=1',
      },
    },
    {
      storage: 'scratch',
      type: 'dir',
      content: 'images,iso',
      shared: false,
      only: first ? [first.name] : [],
      size: first ? Math.floor(scratchBytesOf(first) * 0.98) : 0,
      fill: 0.945,
      settings: { path: '/mnt/scratch', is_mountpoint: 1 },
    },
    {
      storage: 'old-nas',
      type: 'nfs',
      content: 'backup,iso',
      shared: true,
      disabled: true,
      settings: { path: '/mnt/pve/old-nas', server: '192.0.2.9', export: '/volume1/proxmox' },
    },
  ];
  return storages.filter((s) => s.only?.length !== 0);
}

/** The storages of a node, in the order of the configuration. */
export const storagesOf = (cluster: Cluster, node: Node) =>
  cluster.storages.filter((s) => !s.only || s.only.includes(node.name));
