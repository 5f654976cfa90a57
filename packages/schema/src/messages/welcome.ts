// The first frame on a socket.
import * as z from 'zod';

export const Welcome = z.object({ type: z.literal('welcome'), data: z.object({ message: z.string() }) });
