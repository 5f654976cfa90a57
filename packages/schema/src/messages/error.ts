// An error that the browser writes to its console.
import * as z from 'zod';

export const ErrorMessage = z.object({ type: z.literal('error'), data: z.object({ message: z.string() }) });
