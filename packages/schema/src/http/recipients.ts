// Who would hear of an alert.
import * as z from 'zod';
import { Severity } from '../alerts/config.ts';
import { Recipient } from '../notifications/recipients.ts';
import { endpoint } from './endpoint.ts';

/** `resource` is an id; `type` a type of alerts. */
export const listRecipients = endpoint('GET /api/notifications/recipients', {
  summary: 'Who would hear of an alert of this resource, type and level at this moment. Nothing is sent',
  access: 'viewer',
  query: z.object({
    resource: z.string().min(1).max(512),
    type: z.string().min(1).max(100),
    level: Severity.default('warning'),
  }),
  reply: z.array(Recipient),
  errors: ['not_found'],
});
