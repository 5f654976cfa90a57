// The kinds of storage that a plain cluster of the lab does not have.
import type { Cluster } from './cluster.ts';
import type { Storage } from './storage.ts';

const GiB = 1024 ** 3;
const TiB = 1024 ** 4;

type Given = Omit<Storage, 'size' | 'fill' | 'shared'> & Partial<Storage>;

/** Those on Ceph only where there is one. */
export function moreStorages({ ceph, nodes }: Cluster): Storage[] {
  const first = nodes[0]?.name ?? '';
  const shared = (given: Given): Storage => ({ shared: true, size: 12 * TiB, fill: 0.4, ...given });
  const local = (given: Given): Storage => ({ shared: false, only: [first], size: 900 * GiB, fill: 0.3, ...given });
  const onCeph: Storage[] = [
    shared({
      storage: 'ceph-vm',
      type: 'rbd',
      content: 'images,rootdir',
      fill: 0.55,
      settings: { pool: 'vm', krbd: 0 },
    }),
    shared({
      storage: 'cephfs',
      type: 'cephfs',
      content: 'backup,iso,vztmpl',
      fill: 0.1,
      settings: { path: '/mnt/pve/cephfs' },
    }),
  ];
  return [
    ...(ceph ? onCeph : []),
    // Other storages lie on the iSCSI target: it tells no size of its own.
    shared({
      storage: 'san',
      type: 'iscsi',
      content: 'none',
      size: 0,
      fill: 0,
      settings: { portal: '192.0.2.30', target: 'iqn.2004-01.example:san' },
    }),
    shared({
      storage: 'san-lvm',
      type: 'lvm',
      content: 'images',
      fill: 0.72,
      settings: { vgname: 'san', base: 'san:0' },
    }),
    shared({
      storage: 'office',
      type: 'cifs',
      content: 'backup,iso',
      fill: 0.97,
      settings: { path: '/mnt/pve/office', server: '192.0.2.11', share: 'proxmox' },
    }),
    shared({
      storage: 'vmware',
      type: 'esxi',
      content: 'import',
      size: 0,
      fill: 0,
      settings: { server: '192.0.2.40', username: 'root' },
    }),
    local({ storage: 'butter', type: 'btrfs', content: 'images,rootdir', settings: { path: '/srv/butter' } }),
  ].map((s) => ({ ...s, size: Math.floor(s.size) }));
}
