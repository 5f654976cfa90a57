// Something the server wants the browser's console to know.
import * as z from 'zod';

export const ErrorMessage = z.object({ type: z.literal('error'), data: z.object({ message: z.string() }) });
