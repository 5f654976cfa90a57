// One change of a configuration, as the journal of changes has it.
import * as z from 'zod';

/**
 * `field` as the host names it, with a part of its line behind a point: `memory`, `net0.bridge`. Null: it was not set, or is not set any
 * more. A secret is `(set)`. Of long texts only what is around the first difference.
 */
export const SettingChange = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type SettingChange = z.infer<typeof SettingChange>;
