// Proxmox VE and Backup Server say that something has happened: the webhook of their own notifications.
import * as z from 'zod';
import { endpoint } from './endpoint.ts';

/** The words of the webhook only choose what is read at once, so a body that is not understood reads all of it. */
export const ProxmoxPush = z
  .object({
    type: z
      .string()
      .regex(/^[a-z-]{1,32}$/)
      .catch(''),
  })
  .catch({ type: '' });

export const pushProxmox = endpoint('POST /api/proxmox/notify/:instance', {
  summary:
    'A Proxmox host says that a backup, a fence or another event has happened; Belfry reads it from the host at once',
  access: 'agent',
  rate: 'report',
  bodyLimitBytes: 16 * 1024,
  foreignKeys: true,
  params: z.object({ instance: z.string().min(1).max(256) }),
  body: ProxmoxPush,
  reply: z.object({ accepted: z.literal(true) }),
  status: 202,
  errors: ['invalid_json', 'not_found', 'conflict', 'too_large'],
});

export const proxmoxPushEndpoints = [pushProxmox];
