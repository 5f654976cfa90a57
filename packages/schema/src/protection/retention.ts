// What removes old backups.
import * as z from 'zod';
import { Keep, ServerPlace } from './backup-job.ts';

/**
 * What removes old backups, except a backup job with a `keep` of its own. `storage`: the setting of a storage of an instance, which each
 * backup job without a `keep` applies to the guests that it backs up. `server`: a prune job of a backup server, at its schedule, in a
 * namespace and at most `maxDepth` levels below. `timeZone` as of a backup job.
 */
export const Retention = z.discriminatedUnion('kind', [
  z.object({ id: z.string(), kind: z.literal('storage'), instance: z.string(), storage: z.string(), keep: Keep }),
  z.object({
    id: z.string(),
    kind: z.literal('server'),
    place: ServerPlace,
    maxDepth: z.number().int().optional(),
    keep: Keep,
    schedule: z.string().optional(),
    timeZone: z.string().optional(),
    disabled: z.boolean(),
  }),
]);
export type Retention = z.infer<typeof Retention>;
