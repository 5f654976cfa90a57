// What a client may ask for on the socket, besides ping and pong.
import * as z from 'zod';

/** Any client: send the whole plain state again, as `rawData`. */
export const RequestData = z.object({ type: z.literal('requestData') });
/** Our own client: the delta does not fit its revision, so it needs a snapshot. */
export const Resync = z.object({ type: z.literal('resync') });

/** Asks for the archives of the last snapshot. The server sends them once per request. */
export const RequestArchives = z.object({ type: z.literal('requestArchives') });
export type RequestArchives = z.infer<typeof RequestArchives>;
