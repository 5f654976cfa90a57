// The types of storage that only a lab with `everything` has.
import { btrfsBytes } from './disk.ts';
import type { Guest } from './guest.ts';
import type { Node } from './node.ts';
import type { Storage } from './storage.ts';

const TiB = 1024 ** 4;

type Given = Omit<Storage, 'shared'> & Partial<Storage>;

/** The storages on Ceph are added only if there is a Ceph. Some guests are already on `san-lvm`. */
export function moreStorages(hasCeph: boolean, nodes: Node[], guests: readonly Guest[]): Storage[] {
  const first = nodes[0]?.name ?? '';
  const shared = (given: Given): Storage => ({ shared: true, ...given });
  const local = (given: Given): Storage => ({ shared: false, only: [first], ...given });
  const volumes = guests.filter((g) => g.storage === 'san-lvm').reduce((sum, g) => sum + g.maxdisk, 0);
  const onCeph: Storage[] = [
    shared({ storage: 'ceph-vm', type: 'rbd', content: 'images,rootdir', settings: { pool: 'vm', krbd: 0 } }),
    shared({
      storage: 'cephfs',
      type: 'cephfs',
      content: 'backup,iso,vztmpl',
      settings: { path: '/mnt/pve/cephfs' },
    }),
  ];
  return [
    ...(hasCeph ? onCeph : []),
    // Other storages use the iSCSI target. It has no size of its own.
    shared({
      storage: 'san',
      type: 'iscsi',
      content: 'none',
      settings: { portal: '192.0.2.30', target: 'iqn.2004-01.example:san' },
    }),
    shared({
      storage: 'san-lvm',
      type: 'lvm',
      content: 'images',
      size: 2 * TiB * Math.ceil((volumes * 1.3 + TiB) / (2 * TiB)),
      settings: { vgname: 'san', base: 'san:0' },
    }),
    shared({
      storage: 'office',
      type: 'cifs',
      content: 'backup,iso',
      size: 12 * TiB,
      fill: 0.95,
      settings: { path: '/mnt/pve/office', server: '192.0.2.11', share: 'proxmox' },
    }),
    shared({
      storage: 'vmware',
      type: 'esxi',
      content: 'import',
      settings: { server: '192.0.2.40', username: 'root' },
    }),
    local({
      storage: 'butter',
      type: 'btrfs',
      content: 'images,rootdir',
      size: btrfsBytes,
      fill: 0.3,
      settings: { path: '/srv/butter' },
    }),
  ];
}
