// What the configuration of a resource shows at present, in a sentence.
import * as z from 'zod';
import { OwnSentence } from '../sentences/sentence.ts';

/**
 * `message` is the sentence in English. `tone`: it is as it should be (`well`), somebody may want to act (`note`), or nobody knows and the sentence says why (`unknown`). `at` ISO: of the
 * reading that it follows from; null: it follows from none.
 */
export const Finding = z.object({
  is: z.enum(['kernel', 'version', 'subscription', 'firewall']),
  tone: z.enum(['well', 'note', 'unknown']),
  message: z.string(),
  sentence: OwnSentence,
  at: z.string().nullable(),
});
export type Finding = z.infer<typeof Finding>;
