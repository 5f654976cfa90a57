// The jobs that make and copy the backups of guests.
import * as z from 'zod';

/**
 * A backup job of a hypervisor (`GET /cluster/backup`). `schedule` is a calendar event. `node`: it takes only guests that are on this
 * node. Without `storage`, it writes into a folder that nobody lists. A pool means its direct members.
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
});
export type BackupJob = z.infer<typeof BackupJob>;

/** A namespace of a datastore. `server` is the name of a watched backup server. The root namespace is "". */
export const ServerPlace = z.object({ server: z.string(), datastore: z.string(), namespace: z.string() });
export type ServerPlace = z.infer<typeof ServerPlace>;

/**
 * A job of a backup server that copies backups to another datastore (sync) or to tape. A pull and a push look the same here. `from`
 * or `to` is absent when that server is not watched, and `to` for a tape. Namespaces below `from` are copied below `to`, at most
 * `maxDepth` levels.
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
});
export type CopyJob = z.infer<typeof CopyJob>;
