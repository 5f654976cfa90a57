// The first frame on a socket. `timestamp`: the clock of the server, in epoch seconds.
import * as z from 'zod';

export const Welcome = z.object({
  type: z.literal('welcome'),
  data: z.object({ message: z.string(), timestamp: z.number() }),
});
