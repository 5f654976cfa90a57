// What a door did not take over of a configuration, and what an administrator should know about it now.
import * as z from 'zod';
import { OwnSentence } from '../sentences/sentence.ts';

/** A part of a document that was not taken over: where it stands in the document, and why. */
export const LeftOut = z.object({ path: z.string(), message: z.string(), sentence: OwnSentence });
export type LeftOut = z.infer<typeof LeftOut>;

/** `left` is all of it. `sentences` are the notices for readers of other languages. */
export const ConfigReport = z.object({
  left: z.array(LeftOut),
  notices: z.array(z.string()),
  sentences: z.array(OwnSentence),
});
export type ConfigReport = z.infer<typeof ConfigReport>;
