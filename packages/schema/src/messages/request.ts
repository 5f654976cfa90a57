// What a client may ask on the socket beside ping and pong.
import * as z from 'zod';

/** Any client: send all of the plain state again, as `rawData`. */
export const RequestData = z.object({ type: z.literal('requestData') });
/** Our own client: my revision does not fit your delta, send a snapshot. */
export const Resync = z.object({ type: z.literal('resync') });

/** Asks for the archives of the snapshot that was sent: they come once for each time they are asked for. */
export const RequestArchives = z.object({ type: z.literal('requestArchives') });
export type RequestArchives = z.infer<typeof RequestArchives>;
