// A storage of one node; a shared storage belongs to the whole cluster.
import * as z from 'zod';

export const ZfsDevice = z.object({
  name: z.string(),
  type: z.string(),
  state: z.string(),
  readErrors: z.number(),
  writeErrors: z.number(),
  checksumErrors: z.number(),
});

export const ZfsPool = z.object({
  name: z.string(),
  state: z.string(),
  status: z.string(),
  scan: z.string(),
  readErrors: z.number(),
  writeErrors: z.number(),
  checksumErrors: z.number(),
  /** What ZFS says about lost data, such as "3 data errors, use '-v' for a list". Absent while there are no known data errors. */
  dataErrors: z.string().optional(),
  devices: z.array(ZfsDevice),
});
export type ZfsPool = z.infer<typeof ZfsPool>;

/**
 * The target of a storage of type pbs: the backup server as PVE knows it, and the account that PVE uses there. `site`: where that address
 * holds, if a collector polls the instance.
 */
export const BackupTarget = z.object({
  server: z.string(),
  datastore: z.string(),
  namespace: z.string(),
  username: z.string().optional(),
  fingerprint: z.string().optional(),
  site: z.string().optional(),
});
export type BackupTarget = z.infer<typeof BackupTarget>;

/**
 * `id` is `{instance}-{node}-{name}`; a shared storage has one identity per cluster: `{instance}-cluster-{name}` with
 * `node` = `cluster`. Bytes; `usage` percent. `status` is available, inactive, disabled or unknown.
 */
export const Storage = z.object({
  id: z.string(),
  name: z.string(),
  instance: z.string(),
  node: z.string(),
  nodes: z.array(z.string()),
  nodeIds: z.array(z.string()),
  nodeCount: z.number().int(),
  type: z.string(),
  content: z.string(),
  status: z.enum(['available', 'inactive', 'disabled', 'unknown']),
  shared: z.boolean(),
  enabled: z.boolean(),
  active: z.boolean(),
  /** The online nodes where the storage is enabled and cannot be used. Absent when there are none. */
  inactiveOn: z.array(z.string()).optional(),
  total: z.number(),
  used: z.number(),
  free: z.number(),
  usage: z.number(),
  zfsPool: ZfsPool.optional(),
  backupTarget: BackupTarget.optional(),
  staleSince: z.string().optional(),
});
export type Storage = z.infer<typeof Storage>;
