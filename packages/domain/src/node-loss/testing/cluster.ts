// A small cluster for the tests of the estimate: three nodes with 64 GiB each, and a shared storage.
import type { GuestHardware, LossGuest, LossInput, LossNode } from '../input.ts';

export const GiB = 1024 ** 3;

export const node = (name: string, freeGiB: number, more: Partial<LossNode> = {}): LossNode => ({
  name,
  isOnline: true,
  takesGuests: true,
  freeBytes: freeGiB * GiB,
  cpu: { vendor: 'intel', level: 3 },
  ...more,
});

export const shared: GuestHardware = { disks: [{ key: 'scsi0', storage: 'ceph', isCopied: true }], devices: [] };
export const local: GuestHardware = { disks: [{ key: 'scsi0', storage: 'local-zfs', isCopied: true }], devices: [] };

export const guest = (vmid: number, at: string, memoryGiB: number, more: Partial<LossGuest> = {}): LossGuest => ({
  vmid,
  node: at,
  isRunning: true,
  isManaged: false,
  memoryBytes: memoryGiB * GiB,
  hardware: shared,
  replicatedTo: [],
  ...more,
});

export const cluster = (given: Partial<LossInput> = {}): LossInput => ({
  nodes: [node('pve1', 20), node('pve2', 20), node('pve3', 20)],
  guests: [],
  storages: new Map([
    ['ceph', { isShared: true, nodes: new Set(['pve1', 'pve2', 'pve3']) }],
    ['local-zfs', { isShared: false, nodes: new Set(['pve1', 'pve2', 'pve3']) }],
    ['nas', { isShared: true, nodes: new Set(['pve1', 'pve2']) }],
  ]),
  rules: [],
  ...given,
});
