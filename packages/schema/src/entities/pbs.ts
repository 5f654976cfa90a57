// A Proxmox Backup Server and the snapshots it keeps.
import * as z from 'zod';
import { Machine } from './machine.ts';
import { ConnectionHealth } from './node.ts';

/**
 * Bytes; `usage` percent; absent where the server does not report them. Datastores on one file system each report the sizes of
 * the whole file system. The root namespace has the path "". `status` is available, error, not mounted, the type of
 * maintenance (read-only, offline …), or unknown while the server has not said whether it is in maintenance; `maintenanceMessage` is its reason. `estimatedFullDate` (ISO) is the server's estimate.
 */
export const Datastore = z.object({
  name: z.string(),
  total: z.number().optional(),
  used: z.number().optional(),
  free: z.number().optional(),
  usage: z.number().optional(),
  status: z.string(),
  maintenanceMessage: z.string().optional(),
  error: z.string().optional(),
  namespaces: z.array(z.object({ path: z.string(), parent: z.string().optional(), depth: z.number() })),
  deduplicationFactor: z.number().optional(),
  estimatedFullDate: z.string().optional(),
});
export type Datastore = z.infer<typeof Datastore>;

/**
 * A job and the result of its last finished run: the exact state `OK` is ok, `WARNINGS: n` is a warning, `unknown` (a run that
 * was interrupted) and no state are unknown, every other state is failed. `running`: another run is in progress.
 */
export const PbsJob = z.object({
  id: z.string(),
  store: z.string(),
  schedule: z.string().optional(),
  disabled: z.boolean(),
  running: z.literal(true).optional(),
  lastRunState: z.string().optional(),
  result: z.enum(['ok', 'warning', 'failed', 'unknown']),
  lastRunEnd: z.string().optional(),
  nextRun: z.string().optional(),
  comment: z.string().optional(),
});
export type PbsJob = z.infer<typeof PbsJob>;

/**
 * `cpu`, `memory` and datastore `usage` are percent 0–100; `uptime` seconds; `networkIn` and `networkOut` bytes per second, the mean of
 * the last minute; absent while they are not known. `id` is
 * `pbs-{name}`. `fingerprint` is that of its certificate (SHA-256): a hypervisor's storage with this fingerprint points to this
 * server, even under another name.
 */
export const PbsInstance = z.object({
  id: z.string(),
  name: z.string(),
  host: z.string(),
  status: z.enum(['online', 'offline']),
  version: z.string(),
  cpu: z.number().optional(),
  memory: z.number().optional(),
  memoryUsed: z.number().optional(),
  memoryTotal: z.number().optional(),
  ...Machine.shape,
  networkIn: z.number().optional(),
  networkOut: z.number().optional(),
  uptime: z.number().optional(),
  datastores: z.array(Datastore),
  backupJobs: z.array(PbsJob),
  syncJobs: z.array(PbsJob),
  verifyJobs: z.array(PbsJob),
  pruneJobs: z.array(PbsJob),
  tapeJobs: z.array(PbsJob),
  garbageJobs: z.array(PbsJob),
  connectionHealth: ConnectionHealth,
  fingerprint: z.string().optional(),
  /** In which site its address holds, if a collector polls it. */
  site: z.string().optional(),
  staleSince: z.string().optional(),
});
export type PbsInstance = z.infer<typeof PbsInstance>;

/**
 * `backupTime` ISO; `vmid` is the backup id as text; `encrypted` when any file is. `verification` is the result of the last
 * verification (ok, failed), absent when there was none. `size` is absent while a backup runs and when it was interrupted.
 * `guestInstance` is the PVE instance of the guest, found by its storages; `ambiguous` when several instances are possible.
 */
export const PbsBackup = z.object({
  id: z.string(),
  instance: z.string(),
  datastore: z.string(),
  namespace: z.string(),
  backupType: z.enum(['vm', 'ct', 'host']),
  vmid: z.string(),
  backupTime: z.string(),
  size: z.number().optional(),
  protected: z.boolean(),
  verified: z.boolean(),
  verification: z.string().optional(),
  encrypted: z.boolean(),
  comment: z.string().optional(),
  files: z.array(z.string()),
  owner: z.string().optional(),
  guestInstance: z.string().optional(),
  ambiguous: z.boolean().optional(),
});
export type PbsBackup = z.infer<typeof PbsBackup>;
