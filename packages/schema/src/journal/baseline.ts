// A state of a configuration that was marked as agreed, and what has left it since then.
import * as z from 'zod';
import { JournalKind } from './entry.ts';

const About = {
  id: z.string(),
  kind: z.enum(['guest', 'node', 'instance']),
  instance: z.string(),
  name: z.string(),
  agreedAt: z.string(),
  by: z.string(),
};

/**
 * `id`: of a guest, a node or an instance. `parts`: its settings at that time, without secrets, each as it was read; `about` is how entries name it.
 * `shape`: another text when other fields are looked at.
 */
export const AgreedState = z.object({
  ...About,
  parts: z.array(
    z.object({
      id: z.string(),
      about: z.string(),
      kind: JournalKind,
      name: z.string(),
      settings: z.record(z.string(), z.string()),
      shape: z.string().optional(),
    }),
  ),
});
export type AgreedState = z.infer<typeof AgreedState>;

/** `left`: the fields that are not as agreed, by name, the first of `count`. Absent: it is not known yet. */
export const Baseline = z.object({ ...About, left: z.array(z.string()).optional(), count: z.number() });
export type Baseline = z.infer<typeof Baseline>;
