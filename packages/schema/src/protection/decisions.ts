// What people have decided about the protection of guests.
import * as z from 'zod';

/** A guest that needs no backup, with the reason. Without `until` (ISO) it has no end. `guest` is the id of the guest. */
export const Exclusion = z.object({ guest: z.string(), note: z.string(), until: z.string().optional() });
export type Exclusion = z.infer<typeof Exclusion>;

/** Which guest an ambiguous group of backups belongs to. `group` is the id of the group, `guest` that of the guest. */
export const Assignment = z.object({ group: z.string(), guest: z.string() });
export type Assignment = z.infer<typeof Assignment>;

/** Somebody restored a guest from a backup to see whether it works. `at` (ISO): when. */
export const RestoreTest = z.object({
  id: z.string(),
  guest: z.string(),
  at: z.string(),
  result: z.enum(['ok', 'failed']),
  note: z.string(),
});
export type RestoreTest = z.infer<typeof RestoreTest>;
