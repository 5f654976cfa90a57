// The storages of a cluster and how full they are on a node.
import type { Cluster } from './cluster.ts';
import type { Node } from './node.ts';
import { chance, hash, walk } from './walk.ts';

const GiB = 1024 ** 3;
const TiB = 1024 ** 4;

/** `settings` are the plugin's own keys in storage.cfg. `only` limits it to those nodes. */
export type Storage = {
  storage: string;
  type: 'dir' | 'btrfs' | 'lvm' | 'lvmthin' | 'zfspool' | 'nfs' | 'cifs' | 'rbd' | 'cephfs' | 'pbs' | 'iscsi' | 'esxi';
  content: string;
  shared: boolean;
  disabled?: true;
  only?: string[];
  size: number;
  fill: number;
  settings: Record<string, string | number>;
};

export type StorageFigures = { total: number; used: number; avail: number };

export function createStorages(seed: number, nodes: Node[]): Storage[] {
  const first = nodes[0]?.name ?? '';
  const named = (wanted: boolean) => nodes.filter((n) => n.zfs === wanted).map((n) => n.name);
  const on = (names: string[]) => (names.length === nodes.length ? {} : { only: names });
  const fill = (name: string) => 0.25 + 0.45 * chance(seed, 'fill', name);
  const storages: Storage[] = [
    {
      storage: 'local',
      type: 'dir',
      content: 'backup,iso,vztmpl',
      shared: false,
      size: 96 * GiB,
      fill: fill('local'),
      settings: { path: '/var/lib/vz' },
    },
    {
      storage: 'local-lvm',
      type: 'lvmthin',
      content: 'images,rootdir',
      shared: false,
      ...on(named(false)),
      size: 1.8 * TiB,
      fill: fill('lvm'),
      settings: { vgname: 'pve', thinpool: 'data' },
    },
    {
      storage: 'local-zfs',
      type: 'zfspool',
      content: 'images,rootdir',
      shared: false,
      ...on(named(true)),
      size: 3.5 * TiB,
      fill: fill('zfs'),
      settings: { pool: 'rpool/data', sparse: 1 },
    },
    {
      storage: 'nas-vm',
      type: 'nfs',
      content: 'images,iso,snippets',
      shared: true,
      size: 24 * TiB,
      fill: 0.88,
      settings: { path: '/mnt/pve/nas-vm', server: '192.0.2.10', export: '/export/vm', options: 'vers=4.2' },
    },
    {
      storage: 'pbs-main',
      type: 'pbs',
      content: 'backup',
      shared: true,
      size: 48 * TiB,
      fill: 0.61,
      settings: { server: '192.0.2.20', datastore: 'main', username: 'pve@pbs!cluster', 'prune-backups': 'keep-all=1' },
    },
    {
      storage: 'scratch',
      type: 'dir',
      content: 'images,iso',
      shared: false,
      only: [first],
      size: 900 * GiB,
      fill: 0.945,
      settings: { path: '/mnt/scratch', is_mountpoint: 1 },
    },
    {
      storage: 'old-nas',
      type: 'nfs',
      content: 'backup,iso',
      shared: true,
      disabled: true,
      size: 0,
      fill: 0,
      settings: { path: '/mnt/pve/old-nas', server: '192.0.2.9', export: '/volume1/proxmox' },
    },
  ];
  return storages.filter((s) => s.only?.length !== 0).map((s) => ({ ...s, size: Math.floor(s.size) }));
}

/** Those a node knows, in the order of the configuration. */
export const storagesOf = (cluster: Cluster, node: Node) =>
  cluster.storages.filter((s) => !s.only || s.only.includes(node.name));

/** Undefined when the storage is switched off. A shared storage shows the same figures on every node. */
export function storageFigures(storage: Storage, node: Node, t: number): StorageFigures | undefined {
  if (storage.disabled) return undefined;
  const seed = hash(storage.shared ? 0 : node.seed, 'storage', storage.storage);
  const own = storage.shared || storage.only ? 0 : 0.1 * (chance(seed, 'own') - 0.5);
  const used = Math.floor(storage.size * Math.min(1, storage.fill + own + 0.01 * (walk(seed, t, 7200) - 0.5)));
  // a file system keeps a reserve: what is left is a little less than total minus used
  const reserve = storage.type === 'dir' ? Math.floor(storage.size * 0.02) : 0;
  return { total: storage.size, used, avail: Math.max(0, storage.size - used - reserve) };
}
