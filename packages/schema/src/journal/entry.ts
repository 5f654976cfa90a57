// The journal of changes: what was changed in the configuration of what is watched, when, and by whom.
import * as z from 'zod';
import { SettingChange } from './change.ts';

/** What was changed. */
export const JournalKind = z.enum([
  ...['guest', 'storage', 'backup-job', 'ha', 'pool', 'access', 'cluster', 'belfry'],
  ...['replication', 'firewall', 'node', 'backup-server', 'mail-gateway', 'docker'],
] as const);
export type JournalKind = z.infer<typeof JournalKind>;

export const JournalEvent = z.enum(['changed', 'created', 'removed']);
export type JournalEvent = z.infer<typeof JournalEvent>;

/** How it is known: a task of the host names it, two readings differ, or the audit log of Belfry has it. */
export const JournalSource = z.enum(['task', 'readings', 'audit']);
export type JournalSource = z.infer<typeof JournalSource>;

/**
 * Newer entries have greater ids. `at` ISO: the end of the task, or the reading that showed it. `since` ISO: the reading before, so the
 * change was made between the two. `by`: who, where the source names somebody. `changes` is empty for what was removed.
 */
export const JournalEntry = z.object({
  id: z.string(),
  at: z.string(),
  since: z.string().optional(),
  resource: z.string(),
  instance: z.string(),
  name: z.string(),
  kind: JournalKind,
  event: JournalEvent,
  by: z.string().nullable(),
  source: JournalSource,
  changes: z.array(SettingChange),
});
export type JournalEntry = z.infer<typeof JournalEntry>;
