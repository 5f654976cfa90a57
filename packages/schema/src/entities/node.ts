// A hypervisor node.
import * as z from 'zod';
import { Pressure } from './guest.ts';
import { Service } from './service.ts';
import { ZfsPool } from './storage.ts';
import { Disk, Memory } from './usage.ts';

/**
 * Degrees Celsius. `available` is false when the node sent no reading at all. The API of Proxmox VE has no sensors
 * (docs/decisions/0005), so a program on the node has to report them.
 */
export const Temperature = z.object({
  available: z.boolean(),
  cpuPackage: z.number().optional(),
  cpuMax: z.number().optional(),
  cores: z.array(z.object({ core: z.number(), temp: z.number() })).optional(),
  nvme: z.array(z.object({ device: z.string(), temp: z.number() })).optional(),
  lastUpdate: z.string().optional(),
});
export type Temperature = z.infer<typeof Temperature>;

/** The mean of the minute that ends at this time (ISO). */
export const NodePressure = Pressure.extend({ at: z.string() });
export type NodePressure = z.infer<typeof NodePressure>;

/** Bytes. `name`: `{volume group}/{pool}`. A pool whose metadata is full cannot be written to, however much data is free. */
export const ThinPool = z.object({
  name: z.string(),
  size: z.number(),
  used: z.number(),
  metadataSize: z.number(),
  metadataUsed: z.number(),
});
export type ThinPool = z.infer<typeof ThinPool>;

/** What was last known of a node before it went offline: `at` (ISO), and its fields at that time. */
export const LastKnownNode = z.object({
  at: z.string(),
  uptime: z.number(),
  cpu: z.number(),
  memory: Memory.pick({ total: true, used: true, usage: true }),
  disk: Disk.pick({ total: true, used: true, usage: true }),
});
export type LastKnownNode = z.infer<typeof LastKnownNode>;

export const ConnectionHealth = z.enum(['healthy', 'degraded', 'unhealthy', 'error']);
export type ConnectionHealth = z.infer<typeof ConnectionHealth>;

/**
 * `id` is `{instance}-{name}`. `cpu` is a fraction 0–1 of all cores, `uptime` seconds. `clusterName` is '' outside a
 * cluster and while the name of the cluster is not known.
 */
export const Node = z.object({
  id: z.string(),
  name: z.string(),
  displayName: z.string(),
  instance: z.string(),
  host: z.string(),
  /** The web interface of this node, if it differs from the configured host. */
  url: z.string().optional(),
  type: z.literal('node'),
  status: z.enum(['online', 'offline', 'unknown']),
  uptime: z.number(),
  cpu: z.number(),
  memory: Memory,
  disk: Disk,
  loadAverage: z.array(z.number()),
  /** Bytes per second of all network cards. Absent until there are two samples, and on hosts before 8.3. */
  networkIn: z.number().optional(),
  networkOut: z.number().optional(),
  /** A fraction 0–1 of the time of all cores. Absent on hosts before 8.3. */
  ioWait: z.number().optional(),
  /** Absent on hosts before 9.0. */
  pressure: NodePressure.optional(),
  kernelVersion: z.string(),
  pveVersion: z.string(),
  cpuInfo: z.object({ model: z.string(), cores: z.number(), sockets: z.number(), mhz: z.string() }),
  temperature: Temperature.optional(),
  /** ZFS pools with no storage of type zfspool on them, such as that of the root file system. Absent until they are read. */
  pools: z.array(ZfsPool).optional(),
  /** Absent until they are read. */
  services: z.array(Service).optional(),
  /** Thin pools of LVM. */
  thinPools: z.array(ThinPool).optional(),
  connectionHealth: ConnectionHealth,
  isClusterMember: z.boolean(),
  clusterName: z.string(),
  /** Only while the node is offline. Belfry has it only when it has seen the node since its own start. */
  lastKnown: LastKnownNode.optional(),
  /** The state of the HA manager on this node: active, idle, maintenance mode, or its problem. */
  haState: z.string().optional(),
  /**
   * Why its API does not answer the host that Belfry calls, in the words of that host, and since when (ISO). The figures of the node
   * come through the cluster and may be well.
   */
  apiError: z.object({ message: z.string(), since: z.string() }).optional(),
  /** Set while the instance has not answered for too long: the time (ISO) of its last good answer. All other fields are of that time. */
  staleSince: z.string().optional(),
});
export type Node = z.infer<typeof Node>;
