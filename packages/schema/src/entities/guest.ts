// A virtual machine or a Linux container.
import * as z from 'zod';
import { eachFigure, fieldFigures } from '../figures.ts';
import { ReplicationJob } from './pve-cluster.ts';
import { Disk, Filesystem, Memory } from './usage.ts';

/** Why the disk usage of a VM is unknown. */
export const DiskStatusReason = z.enum([
  'agent-disabled',
  'agent-not-running',
  'agent-timeout',
  'permission-denied',
  'agent-error',
  'no-filesystems',
  'special-filesystems-only',
  'no-data',
]);
export type DiskStatusReason = z.infer<typeof DiskStatusReason>;

/** Counters are bytes since the guest started; absent where the host does not report them, as for containers. */
export const NetworkInterface = z.object({
  name: z.string(),
  mac: z.string().optional(),
  addresses: z.array(z.string()),
  rxBytes: z.number().optional(),
  txBytes: z.number().optional(),
});
export type NetworkInterface = z.infer<typeof NetworkInterface>;

/** Pressure stall information: percent of the last 10 s in which some processes waited for it. */
export const Pressure = z.object({ cpu: z.number(), io: z.number(), memory: z.number() });
export type Pressure = z.infer<typeof Pressure>;

/**
 * Milliseconds an operation of a drive (scsi0, virtio1, …) took on average between two readings of QEMU's counters. Absent: there was no
 * operation. Null: not known. `failed`: how many operations failed in that time; absent: none, as far as the host says.
 */
export const DriveLatency = z.object({
  name: z.string(),
  read: z.number().nullable().optional(),
  write: z.number().nullable().optional(),
  flush: z.number().nullable().optional(),
  failed: z.number().int().optional(),
});
export type DriveLatency = z.infer<typeof DriveLatency>;

/** `at` (ISO) is the time of the later reading. No drives: the host gave no counters then. */
export const DriveLatencies = z.object({ at: z.string(), drives: z.array(DriveLatency) });
export type DriveLatencies = z.infer<typeof DriveLatencies>;

/**
 * What was last known before its node was lost: `at` (ISO), and the fields of the guest at that time. Belfry has it only when it has
 * seen the guest since its own start. A guest that was moved to another node keeps it while the lost `node` is offline.
 */
export const LastKnownGuest = z.object({
  at: z.string(),
  /** Absent in what an older version stored. */
  node: z.string().optional(),
  status: z.string(),
  uptime: z.number(),
  cpu: z.number(),
  memory: Memory.pick({ total: true, used: true, usage: true }),
  disk: Disk.pick({ total: true, used: true, usage: true }).optional(),
  ipAddresses: z.array(z.string()).optional(),
});
export type LastKnownGuest = z.infer<typeof LastKnownGuest>;

/** Bytes per second are null until there are two samples. */
const MaybeKnown = z.number().nullable();

/**
 * `id` is `{instance}-{vmid}`: a vmid is unique in a cluster and survives migration. A guest of a hypervisor that gives no numbers
 * has no `vmid`, and `{instance}-{name or another key that its hypervisor keeps}` as its id. `cpu` is a fraction 0–1 of the guest's own `cpus`, `uptime` seconds. `status` is what the hypervisor says (running, stopped, paused, unknown, …).
 */
export const Guest = z.object({
  id: z.string(),
  vmid: z.number().int().optional(),
  name: z.string(),
  instance: z.string(),
  node: z.string(),
  type: z.enum(['qemu', 'lxc']),
  status: z.string(),
  uptime: z.number(),
  cpu: z.number(),
  cpus: z.number(),
  memory: Memory,
  disk: Disk,
  disks: z.array(Filesystem).optional(),
  diskStatusReason: DiskStatusReason.optional(),
  ...eachFigure(fieldFigures, () => MaybeKnown),
  /** Absent on hosts before 9.0. */
  pressure: Pressure.optional(),
  /** Only of a virtual machine that waits for its disks (`waitsForDisks`), from the second reading on. */
  driveLatency: DriveLatencies.optional(),
  tags: z.array(z.string()),
  lock: z.string().optional(),
  /** Whether a task works on the guest while it has the lock. Absent while that is not known. */
  lockInUse: z.boolean().optional(),
  pool: z.string().optional(),
  /** The state that the HA manager keeps it in (started, error, fence, …). Absent when HA does not manage it. */
  haState: z.string().optional(),
  /** Whether it starts with its node. Read only of guests that are stopped; absent while that is not known. */
  onboot: z.boolean().optional(),
  /** Whether any backup job includes it. Absent while that is not known. */
  inBackupJob: z.boolean().optional(),
  replication: z.array(ReplicationJob).optional(),
  ipAddresses: z.array(z.string()).optional(),
  networkInterfaces: z.array(NetworkInterface).optional(),
  osName: z.string().optional(),
  osVersion: z.string().optional(),
  template: z.literal(false),
  /** Only while the status is `unknown`, because its node does not answer its cluster. */
  lastKnown: LastKnownGuest.optional(),
  /** The last status that its host gave. Only while the status is `unknown`, and absent when nobody has seen one. */
  lastStatus: z.string().optional(),
  lastBackup: z.string().optional(),
  /** Set while the instance has not answered for too long: the time (ISO) of its last good answer. All other fields are of that time. */
  staleSince: z.string().optional(),
});
export type Guest = z.infer<typeof Guest>;
