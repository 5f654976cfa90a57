// The settings of resources, as a source has read them for the journal of changes.
import * as z from 'zod';
import { JournalKind } from './entry.ts';

/**
 * A task of the host that may have changed the settings. `id` never changes. `touches`: which settings it can change. `at` epoch ms on the
 * clock of the host: its end, or its start while it runs.
 */
export const ChangingTask = z.object({
  id: z.string(),
  user: z.string(),
  touches: z.enum(['settings', 'disks', 'creation', 'removal']),
  at: z.number(),
  isRunning: z.literal(true).optional(),
});
export type ChangingTask = z.infer<typeof ChangingTask>;

/**
 * `settings` by field, without secrets and what the host computes; null: the host says that the resource is gone. `isNew`: it came after
 * its host was read for the first time. `born` differs between two resources with the same id. `tasks`: those of the last hours.
 * `about`: whose settings they are, if that is another id: a node has its network, its firewall and its packages. `shape`: another text when
 * other fields are looked at; a field that was not looked at before is no change. `unchangedAt` epoch ms: until then, the settings were those of
 * the reading before.
 */
export const SettingsReading = z.object({
  resource: z.string(),
  kind: JournalKind,
  name: z.string(),
  settings: z.record(z.string(), z.string()).nullable(),
  isNew: z.literal(true).optional(),
  born: z.string().optional(),
  about: z.string().optional(),
  shape: z.string().optional(),
  unchangedAt: z.number().optional(),
  tasks: z.array(ChangingTask),
});
export type SettingsReading = z.infer<typeof SettingsReading>;

/**
 * A whole list that was read, of resources of one kind: `under` is how their ids begin, `resources` are the ids of all of them. What is not
 * in it is gone, and what was not in the one before is new. `removals`: the tasks of the last hours that removed one of them, by its id.
 * `unchangedAt` epoch ms: until then, the list was the one before.
 */
export const SettingsList = z.object({
  kind: JournalKind,
  under: z.string(),
  resources: z.array(z.string()),
  unchangedAt: z.number().optional(),
  removals: z.record(z.string(), z.array(ChangingTask)).optional(),
});
export type SettingsList = z.infer<typeof SettingsList>;
