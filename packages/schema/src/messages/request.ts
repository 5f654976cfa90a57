// What a client may ask on the socket beside ping and pong.
import * as z from 'zod';

/** Any client: send all of the plain state again, as `rawData`. */
export const RequestData = z.object({ type: z.literal('requestData') });
/** Our own client: my revision does not fit your delta, send a snapshot. */
export const Resync = z.object({ type: z.literal('resync') });
