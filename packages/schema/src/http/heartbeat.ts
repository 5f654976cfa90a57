// The call to a service that raises an alarm when no call comes.
import * as z from 'zod';
import { toMessage } from '../sentences/message.ts';
import { endpoint } from './endpoint.ts';

const path = '/api/notifications/heartbeat';

/** `sentAt` (ISO): the last call that was answered well, since the start of Belfry. `problem`: why the last one was not sent, or not answered well. */
export const getHeartbeat = endpoint(`GET ${path}`, {
  summary: 'Whether the heartbeat is sent',
  access: 'viewer',
  reply: z.object({ sentAt: z.string().optional(), problem: z.string().optional() }),
});

export const testHeartbeat = endpoint(`POST ${path}/test`, {
  summary: 'Call an address once as the heartbeat does, with the real answer. Nothing is stored',
  access: 'admin',
  body: z.object({
    url: z
      .string()
      .trim()
      .min(1, toMessage({ id: 'input.callAddress' }))
      .max(2048),
  }),
  reply: z.object({ success: z.boolean(), status: z.number().optional(), response: z.string() }),
});

export const heartbeatEndpoints = [getHeartbeat, testHeartbeat] as const;
