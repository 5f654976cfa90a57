// Two states of the configuration of a resource, compared.
import * as z from 'zod';
import { SettingChange } from './change.ts';
import { JournalEvent, JournalKind } from './entry.ts';

/**
 * What is not known about the earlier state. `later`: this part was read for the first time at `at` (ISO or epoch ms; null: nobody knows when),
 * so of the time before nothing is known. `removed`: it was removed since then, and what it was is not kept. `field`: the value of that
 * field is not kept whole. `old`: it was last read at `at`.
 */
export const CompareGap = z.discriminatedUnion('is', [
  z.object({ is: z.literal('later'), part: z.string(), kind: JournalKind, at: z.number().nullable() }),
  z.object({ is: z.literal('removed'), part: z.string() }),
  z.object({ is: z.literal('field'), part: z.string(), field: z.string() }),
  z.object({ is: z.literal('old'), part: z.string(), at: z.number() }),
]);
export type CompareGap = z.infer<typeof CompareGap>;

/** `part`: an id. `unsure`: the fields of which nobody knows whether they were changed before that time or after it. */
export const Difference = z.object({
  part: z.string(),
  name: z.string(),
  kind: JournalKind,
  event: JournalEvent,
  changes: z.array(SettingChange),
  unsure: z.array(z.string()).optional(),
});
export type Difference = z.infer<typeof Difference>;
