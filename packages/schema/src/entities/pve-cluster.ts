// A Proxmox VE cluster as a whole, and how its guests are kept safe: high availability and replication.
import * as z from 'zod';

/**
 * `id` is the instance's. `quorate`: a majority of nodes is there, so guests may be started and moved. `haStatus` and
 * `haMaster` (a node) are absent where HA may not be looked at; `haStatus` is `OK`, or what is wrong in the host's words.
 */
export const PveCluster = z.object({
  id: z.string(),
  instance: z.string(),
  name: z.string(),
  quorate: z.boolean(),
  nodes: z.number().int(),
  nodesOnline: z.number().int(),
  haStatus: z.string().optional(),
  haMaster: z.string().optional(),
  staleSince: z.string().optional(),
});
export type PveCluster = z.infer<typeof PveCluster>;

/**
 * One replication job of a guest. Times ISO. `result` judges the last run: failed when `failCount` > 0 or there is an
 * `error`, unknown before the first run. `durationSeconds` of the last good run.
 */
export const ReplicationJob = z.object({
  id: z.string(),
  target: z.string(),
  schedule: z.string().optional(),
  disabled: z.boolean(),
  result: z.enum(['ok', 'failed', 'unknown']),
  lastSync: z.string().optional(),
  nextSync: z.string().optional(),
  durationSeconds: z.number().optional(),
  failCount: z.number().int(),
  error: z.string().optional(),
});
export type ReplicationJob = z.infer<typeof ReplicationJob>;
