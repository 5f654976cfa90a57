import type { Delivery } from '@belfry/schema/notifications/delivery';
import type { EmailUpdate } from '@belfry/schema/notifications/email';
import type { PreviewInput, Webhook, WebhookInput } from '@belfry/schema/notifications/webhook';
import { queryOptions } from '@tanstack/react-query';
import { call, stored } from '../../../api/client.ts';
import { type Based, saveForm, saveOnto } from '../../../api/save.ts';

const REFRESH_MS = 10_000;
/** Another administrator may change them. */
const OTHERS_MS = 30_000;
/** More than there can be destinations. */
const MOST = 1000;

export const email = queryOptions({
  queryKey: ['notifications', 'email'],
  queryFn: ({ signal }) => call('GET /api/notifications/email', { signal }),
  refetchInterval: OTHERS_MS,
});

export const readEmail = () => stored('GET /api/notifications/email', { signal: null });

export const saveEmail = (body: EmailUpdate, based: Based) => call('PUT /api/notifications/email', { body, ...based });

/** Sends a message with these settings and stores nothing. */
export const tryEmail = (config: EmailUpdate) =>
  call('POST /api/notifications/test', { body: { method: 'email', config } });

export const emailProviders = queryOptions({
  queryKey: ['notifications', 'email-providers'],
  queryFn: ({ signal }) => call('GET /api/notifications/email-providers', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const webhooks = queryOptions({
  queryKey: ['notifications', 'webhooks'],
  queryFn: ({ signal }) => call('GET /api/notifications/webhooks', { signal }),
  refetchInterval: OTHERS_MS,
});

const createWebhook = (body: WebhookInput): Promise<Webhook> => call('POST /api/notifications/webhooks', { body });

const readWebhook = (id: string) => stored('GET /api/notifications/webhooks/:id', { params: { id }, signal: null });

/** Masks stand for what is stored. */
const saveWebhook = (id: string, body: WebhookInput, based: Based): Promise<Webhook> =>
  call('PUT /api/notifications/webhooks/:id', { params: { id }, body, ...based });

/** `over`: the one that the form shows as saved. Without it a new one is made. */
export function saveWebhookForm(
  over: Webhook | undefined,
  input: WebhookInput,
  look: () => Promise<unknown>,
): Promise<Webhook> {
  if (!over) return createWebhook(input);
  const { id } = over;
  return saveForm({ read: () => readWebhook(id), base: over, look, save: (based) => saveWebhook(id, input, based) });
}

/** The secrets are masked in what is sent, so they stay as they are stored. */
export const enableWebhook = (id: string, enabled: boolean) =>
  saveOnto(
    () => readWebhook(id),
    ({ id: _, ...body }, based) => saveWebhook(id, { ...body, enabled }, based),
  );

export const removeWebhook = (id: string) => call('DELETE /api/notifications/webhooks/:id', { params: { id } });

/** As typed; with the id of a stored one, its secrets stand for the masks. */
export const tryWebhook = (id: string | undefined, body: WebhookInput) =>
  call('POST /api/notifications/webhooks/test', { body: { ...body, ...(id && { id }) } });

export const tryStoredWebhook = (webhookId: string) =>
  call('POST /api/notifications/test', { body: { method: 'webhook', webhookId } });

export const preview = (body: PreviewInput) =>
  queryOptions({
    queryKey: ['notifications', 'preview', body],
    queryFn: ({ signal }) => call('POST /api/notifications/webhooks/preview', { body, signal }),
    retry: false,
  });

export const webhookTemplates = queryOptions({
  queryKey: ['notifications', 'webhook-templates'],
  queryFn: ({ signal }) => call('GET /api/notifications/webhook-templates', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The newest message to each destination, by its id. */
export const lastDeliveries = queryOptions({
  queryKey: ['notifications', 'last-deliveries'],
  async queryFn({ signal }): Promise<ReadonlyMap<string, Delivery>> {
    const found = await call('GET /api/notifications/log', {
      query: { latest: 'destination', limit: String(MOST) },
      signal,
    });
    return new Map(found.map((delivery) => [delivery.destination.id, delivery]));
  },
  refetchInterval: REFRESH_MS,
});
