// Names a sentence of the server beside its English text, so that a client can show its own words. A client that does not know the
// id shows the text.
import * as z from 'zod';

/** `values`: the names and numbers in the sentence. */
export const NamedText = z.object({ id: z.string(), values: z.record(z.string(), z.string()) });
export type NamedText = z.infer<typeof NamedText>;
