// E-mail and webhooks in the export of the reference product. What is not valid here is left out and named.
import { EmailSettings } from '@belfry/schema/notifications/email';
import { WebhookInput } from '@belfry/schema/notifications/webhook';
import * as z from 'zod';

interface Taken<T> {
  taken: T;
  left: string[];
}

const emailFields = new Map<string, z.ZodType>(
  Object.entries({ ...EmailSettings.shape, password: z.string().max(8192) }),
);

/** Each setting separately. Blank ones have their defaults. */
export function emailIn(email: Readonly<Record<string, unknown>>): Taken<Record<string, unknown>> {
  const given = Object.entries(email).filter(([, value]) => value !== null && value !== '');
  const isRight = ([name, value]: [string, unknown]) => emailFields.get(name)?.safeParse(value).success ?? false;
  return {
    taken: Object.fromEntries(given.filter(isRight)),
    left: given.filter((entry) => !isRight(entry)).map(([name]) => `email.${name}`.slice(0, 64)),
  };
}

const Id = z.string().regex(/^[\w-]{1,64}$/);

/** Each webhook as a whole. */
export function webhooksIn(webhooks: readonly Readonly<Record<string, unknown>>[]): Taken<object[]> {
  const taken = new Map<string, object>();
  const left: string[] = [];
  for (const [i, found] of webhooks.entries()) {
    const webhook = WebhookInput.safeParse(found).data;
    const id = Id.safeParse(found.id).data ?? `imported-${i + 1}`;
    if (webhook && !taken.has(id)) taken.set(id, { ...webhook, id });
    else left.push(`webhook ${String(found.name ?? i + 1).slice(0, 64)}`);
  }
  return { taken: [...taken.values()], left };
}
