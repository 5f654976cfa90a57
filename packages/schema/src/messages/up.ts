// Everything a client may say on the socket.
import * as z from 'zod';
import { Ping, Pong } from './ping.ts';
import { RequestArchives, RequestData, Resync } from './request.ts';

export const Up = z.discriminatedUnion('type', [Ping, Pong, RequestData, Resync, RequestArchives]);
export type Up = z.infer<typeof Up>;
