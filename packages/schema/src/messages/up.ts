// Everything a client may say on the socket.
import * as z from 'zod';
import { Ping, Pong } from './ping.ts';
import { RequestData, Resync } from './request.ts';

export const Up = z.discriminatedUnion('type', [Ping, Pong, RequestData, Resync]);
export type Up = z.infer<typeof Up>;
