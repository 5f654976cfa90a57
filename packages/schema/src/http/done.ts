// The answer of a call that only does something.
import * as z from 'zod';

export const Done = z.object({ success: z.boolean(), message: z.string() });
export type Done = z.infer<typeof Done>;
