// The jobs that make and copy the backups of guests.
import * as z from 'zod';

/** The options of a prune (`keep-last` …). `all`: nothing is removed. A missing number is 0. */
export const Keep = z.object({
  all: z.boolean().optional(),
  last: z.number().int().optional(),
  hourly: z.number().int().optional(),
  daily: z.number().int().optional(),
  weekly: z.number().int().optional(),
  monthly: z.number().int().optional(),
  yearly: z.number().int().optional(),
});
export type Keep = z.infer<typeof Keep>;

/**
 * A backup job of a hypervisor (`GET /cluster/backup`). `id` is unique among all instances, `jobId` is its id on the host. `schedule` is a
 * calendar event, in `timeZone` (a name such as Europe/Berlin; UTC while it is not known). `node`: it takes only guests that are on this
 * node. Without `storage`, it writes into a folder that nobody lists. A pool means its direct members. `keep`: which backups of a guest
 * remain after its run; without it, the setting of the storage counts.
 */
export const BackupJob = z.object({
  id: z.string(),
  instance: z.string(),
  enabled: z.boolean(),
  schedule: z.string(),
  selection: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('all'), exclude: z.array(z.number()) }),
    z.object({ kind: z.literal('pool'), pool: z.string() }),
    z.object({ kind: z.literal('guests'), vmids: z.array(z.number()) }),
  ]),
  node: z.string().optional(),
  storage: z.string().optional(),
  jobId: z.string().optional(),
  comment: z.string().optional(),
  timeZone: z.string().optional(),
  keep: Keep.optional(),
});
export type BackupJob = z.infer<typeof BackupJob>;

/** A namespace of a datastore. `server` is the name of a watched backup server. The root namespace is "". */
export const ServerPlace = z.object({ server: z.string(), datastore: z.string(), namespace: z.string() });
export type ServerPlace = z.infer<typeof ServerPlace>;

/** The other server of a sync job, as the server with the job knows it: how it is reached there, and a place on it. */
export const RemotePlace = z.object({
  name: z.string(),
  host: z.string().optional(),
  fingerprint: z.string().optional(),
  datastore: z.string(),
  namespace: z.string(),
});
export type RemotePlace = z.infer<typeof RemotePlace>;

/**
 * A job of a backup server that copies backups to another datastore (sync) or to tape. A pull and a push look the same here. `server` is
 * the name of the server with the job, `jobId` its id there. `from` or `to` is absent when that server is another one, and `to` for a tape;
 * `remote` is that other place: `placedCopyJobs` of the domain finds its server among those that are watched. Namespaces below `from` are
 * copied below `to`, at most `maxDepth` levels. `owner`: the account whose backups a sync job writes. `error` is the host's text about a run that failed. `schedule` and `timeZone` as of a
 * backup job.
 */
export const CopyJob = z.object({
  id: z.string(),
  kind: z.enum(['sync', 'tape']),
  from: ServerPlace.optional(),
  to: ServerPlace.optional(),
  maxDepth: z.number().int().optional(),
  schedule: z.string().optional(),
  disabled: z.boolean(),
  result: z.enum(['ok', 'warning', 'failed', 'unknown']),
  lastRunEnd: z.string().optional(),
  server: z.string().optional(),
  jobId: z.string().optional(),
  remote: RemotePlace.optional(),
  timeZone: z.string().optional(),
  error: z.string().optional(),
  owner: z.string().optional(),
});
export type CopyJob = z.infer<typeof CopyJob>;
