// The webhooks as a part of the configuration that is exported, with their secrets.

import { Webhook } from '@belfry/schema/notifications/webhook';
import * as z from 'zod';
import type { ConfigPart } from '../../db/config-part.ts';
import { firstProblem } from '../../lib/invalid-input.ts';
import { refuse } from '../../lib/refusal.ts';
import type { Webhooks } from './webhooks.ts';

const List = z
  .array(Webhook.extend({ id: z.string().regex(/^[\w-]{1,64}$/) }))
  .max(100)
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'two webhooks have the same id');

export const webhooksPart = (webhooks: Pick<Webhooks, 'all' | 'prepare'>): ConfigPart => ({
  name: 'webhooks',
  read: () => webhooks.all(),
  prepare(found) {
    const parsed = List.safeParse(found);
    if (parsed.success) return webhooks.prepare(parsed.data);
    return refuse('bad_request', { id: 'file.webhooks', values: { problem: firstProblem(parsed.error) } });
  },
});
