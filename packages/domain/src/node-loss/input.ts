// What the estimate of a node's loss is made from: the nodes, guests, storages and rules of one cluster.
import type { QuorumDevice } from '@belfry/schema/entities/pve-cluster';
import type { CpuFacts } from './cpu.ts';

/** `freeBytes`: memory that nothing uses at present. `takesGuests` is false in maintenance. */
export interface LossNode {
  name: string;
  isOnline: boolean;
  takesGuests: boolean;
  freeBytes: number;
  cpu: CpuFacts;
}

/**
 * `key` is the line of the configuration. A disk is on a storage; without one, it is a folder or a device of the node itself.
 * `isCopied`: the replication of the guest includes it.
 */
export interface GuestDisk {
  key: string;
  storage?: string | undefined;
  isCopied: boolean;
}

/** The parts of the configuration of a guest that may bind it to its node. */
export interface GuestHardware {
  disks: readonly GuestDisk[];
  devices: readonly { key: string; kind: 'pci' | 'usb' | 'device' }[];
  cpuType?: string | undefined;
}

/**
 * `isRunning`: on a node that is lost, whether it ran before. `memoryBytes` is its configured memory: it may use all of it after a start. `hardware` is undefined while its configuration is not
 * known. `replicatedTo`: nodes with a copy of its local disks.
 */
export interface LossGuest {
  vmid: number;
  node: string;
  isRunning: boolean;
  /** Nobody knows whether it ran. */
  isAssumed?: boolean;
  /** Its place in the order in which its node starts its guests. */
  order?: number | undefined;
  isManaged: boolean;
  memoryBytes: number;
  hardware: GuestHardware | undefined;
  replicatedTo: readonly string[];
}

/** `nodes`: where it can be used. */
export interface LossStorage {
  isShared: boolean;
  nodes: ReadonlySet<string>;
}

/** A rule of HA, or a group before version 9. It applies only to guests that HA manages. A higher priority comes first. */
export type HaRule =
  | {
      id: string;
      kind: 'nodes';
      vmids: readonly number[];
      nodes: readonly { name: string; priority: number }[];
      isStrict: boolean;
    }
  | { id: string; kind: 'together' | 'apart'; vmids: readonly number[] };

export interface LossInput {
  nodes: readonly LossNode[];
  guests: readonly LossGuest[];
  storages: ReadonlyMap<string, LossStorage>;
  rules: readonly HaRule[];
  quorumDevice?: QuorumDevice | undefined;
}
