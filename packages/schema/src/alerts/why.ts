// Why a resource has an alert or none: what each rule says about it at this moment.
import * as z from 'zod';
import { OwnSentence } from '../sentences/sentence.ts';
import { HeldBack } from './explanation.ts';
import { ExplainedHold, ExplainedThreshold } from './history.ts';

/**
 * What one rule says. `id`: of the alert that it raises. `is`: as in an explanation. `status`: `none` is no alert, `pending` and
 * `attached` are not raised. `cause`: the id of the alert that explains it. `message` is English; `sentence` says the same as data.
 */
const Reason = z.object({
  id: z.string(),
  type: z.string(),
  /** Where one rule looks at several parts of the resource: the name of a service, the path of a file system, the id of a job. */
  part: z.string().optional(),
  status: z.enum(['none', 'pending', 'attached', 'active', 'acknowledged']),
  is: z.enum(['measured', 'bad', 'well', 'unknown', 'off']),
  message: z.string(),
  sentence: OwnSentence,
  value: z.number().optional(),
  unit: z.string(),
  threshold: ExplainedThreshold.optional(),
  hold: ExplainedHold.optional(),
  cause: z.string().optional(),
  heldBack: z.array(HeldBack),
});
export type Reason = z.infer<typeof Reason>;

/** `list`: of the state. `reasons`: the worst first. A rule that has nothing to compare, such as one about a missing disk, has no row. */
export const Why = z.object({
  resource: z.object({ id: z.string(), name: z.string(), list: z.string() }),
  reasons: z.array(Reason),
});
export type Why = z.infer<typeof Why>;
