// A Proxmox VE cluster as a whole, and how its guests are kept safe: high availability and replication.
import * as z from 'zod';

/**
 * A quorum device as the daemon of one node reports it. `state` is its word: `Connected`, `Connecting`, `Connect failed`, or `not running`
 * where the daemon is not there any more. `votes`: its vote counts at present.
 */
export const QuorumDevice = z.object({
  state: z.string(),
  votes: z.boolean(),
  host: z.string().optional(),
  algorithm: z.string().optional(),
});
export type QuorumDevice = z.infer<typeof QuorumDevice>;

/**
 * `id`: of the instance. `quorate`: a majority of the nodes is online, so guests can be started and moved. `haStatus`
 * and `haMaster` (a node) are absent without the right to read HA; `haStatus` is `OK` or the host's own description of a problem.
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
  /** False when nothing starts the guests of a dead node elsewhere: the HA manager is dead, or HA is disarmed. */
  haWorks: z.boolean().optional(),
  quorumDevice: QuorumDevice.optional(),
  staleSince: z.string().optional(),
});
export type PveCluster = z.infer<typeof PveCluster>;

/**
 * One replication job of a guest. Times ISO. `result` is that of the last run: failed when `failCount` > 0 or there is an
 * `error`, unknown before the first run. `durationSeconds` of the last good run. `running`: a run is in progress. `neverRan`: its
 * node lists it, and it has not run yet.
 */
export const ReplicationJob = z.object({
  id: z.string(),
  target: z.string(),
  schedule: z.string().optional(),
  disabled: z.boolean(),
  running: z.literal(true).optional(),
  neverRan: z.literal(true).optional(),
  result: z.enum(['ok', 'failed', 'unknown']),
  lastSync: z.string().optional(),
  nextSync: z.string().optional(),
  durationSeconds: z.number().optional(),
  failCount: z.number().int(),
  error: z.string().optional(),
});
export type ReplicationJob = z.infer<typeof ReplicationJob>;
