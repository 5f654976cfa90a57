// Everything a client may say on the socket.
import * as z from 'zod';
import { Ping, Pong } from './ping.ts';
import { RequestArchives, RequestData, Resync } from './request.ts';
import { View } from './view.ts';

export const Up = z.discriminatedUnion('type', [Ping, Pong, RequestData, Resync, RequestArchives, View]);
export type Up = z.infer<typeof Up>;
