// E-mail and webhooks in the export of the reference product. What is not valid here is left out and named.
import { EmailSettings } from '@belfry/schema/notifications/email';
import { WebhookInput } from '@belfry/schema/notifications/webhook';
import * as z from 'zod';
import type { Left } from '../../db/replacement.ts';
import { eachField, leftOut, type Taken } from './reference-fields.ts';

const emailFields = new Map<string, z.ZodType>(
  Object.entries({ ...EmailSettings.shape, password: z.string().max(8192) }),
);

/** Each setting separately. Blank ones have their defaults. */
export function emailIn(email: Readonly<Record<string, unknown>>): Taken<Record<string, unknown>> {
  const given = Object.entries(email).filter(([, value]) => value !== null && value !== '');
  return eachField(Object.fromEntries(given), emailFields, 'email');
}

const Id = z.string().regex(/^[\w-]{1,64}$/);

/** Each webhook as a whole. */
export function webhooksIn(webhooks: readonly Readonly<Record<string, unknown>>[]): Taken<object[]> {
  const taken = new Map<string, object>();
  const left: Left[] = [];
  for (const [i, found] of webhooks.entries()) {
    const webhook = WebhookInput.safeParse(found);
    const id = Id.safeParse(found.id).data ?? `imported-${i + 1}`;
    if (webhook.success && !taken.has(id)) taken.set(id, { ...webhook.data, id });
    else left.push(leftOut(`webhook ${found.name ?? i + 1}`, webhook.error));
  }
  return { taken: [...taken.values()], left };
}
