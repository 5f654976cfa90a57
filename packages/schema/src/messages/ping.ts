// Checks the connection in both directions. The browser sends epoch milliseconds; the server answers in epoch seconds.
import * as z from 'zod';

const stamp = z.object({ timestamp: z.number() });
export const Ping = z.object({ type: z.literal('ping'), data: stamp });
export const Pong = z.object({ type: z.literal('pong'), data: stamp });
