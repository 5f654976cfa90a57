// What only the page and the alerts of a backup server need: its machine, services, disks, pools and failed tasks, and more about its
// datastores.
import * as z from 'zod';
import { Service } from './service.ts';
import { ZfsPool } from './storage.ts';

/**
 * The machine. `load`: of 1, 5 and 15 minutes. `ioWait` percent of the time of all cores. Bytes. Fields that the server does not
 * report are absent.
 */
export const PbsMachine = z.object({
  load: z.array(z.number()).optional(),
  ioWait: z.number().optional(),
  root: z.object({ used: z.number(), total: z.number() }).optional(),
  swap: z.object({ used: z.number(), total: z.number() }).optional(),
  kernel: z.string().optional(),
  cpuModel: z.string().optional(),
  cpus: z.number().optional(),
});
export type PbsMachine = z.infer<typeof PbsMachine>;

/**
 * The last garbage collection: its start (ISO), its duration in seconds, the bytes that it removed, the bytes that a later one may
 * remove, and the damaged chunks that it had to leave.
 */
export const PbsGarbage = z.object({
  startTime: z.string().optional(),
  seconds: z.number().optional(),
  removed: z.number().optional(),
  pending: z.number().optional(),
  damagedChunks: z.number().optional(),
});
export type PbsGarbage = z.infer<typeof PbsGarbage>;

/**
 * More about a datastore. `backend`: filesystem, s3. `mount`: only of a removable one. `garbage` is absent while no garbage
 * collection is known.
 */
export const PbsDatastoreFacts = z.object({
  name: z.string(),
  comment: z.string().optional(),
  backend: z.string().optional(),
  mount: z.enum(['mounted', 'notmounted']).optional(),
  garbage: PbsGarbage.optional(),
});
export type PbsDatastoreFacts = z.infer<typeof PbsDatastoreFacts>;

/** `size` bytes; `wearout` percent of life left. `checkedAt` (ISO): when the health was read. */
export const PbsDisk = z.object({
  id: z.string(),
  model: z.string(),
  serial: z.string(),
  type: z.string(),
  size: z.number(),
  used: z.string(),
  health: z.enum(['passed', 'failed', 'unknown']),
  wearout: z.number().optional(),
  checkedAt: z.string(),
});
export type PbsDisk = z.infer<typeof PbsDisk>;

/**
 * A task that failed, was interrupted (`unknown`) or had warnings. `id` is its UPID, `type` and `subject` are the server's words.
 * `error` is the first line of its log that names an error, or its result while the log is not read. Times ISO.
 */
export const PbsFailedTask = z.object({
  id: z.string(),
  type: z.string(),
  subject: z.string(),
  store: z.string().optional(),
  user: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  result: z.enum(['warning', 'failed', 'unknown']),
  error: z.string(),
});
export type PbsFailedTask = z.infer<typeof PbsFailedTask>;

/** `id` is that of the backup server. A list that cannot be read is absent. */
export const PbsDetails = z.object({
  id: z.string(),
  pools: z.array(ZfsPool).optional(),
  machine: PbsMachine,
  datastores: z.array(PbsDatastoreFacts),
  services: z.array(Service).optional(),
  disks: z.array(PbsDisk).optional(),
  failedTasks: z.array(PbsFailedTask).optional(),
});
export type PbsDetails = z.infer<typeof PbsDetails>;
