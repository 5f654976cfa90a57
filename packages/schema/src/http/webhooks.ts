// Webhooks: stored ones, tests, and what there is to choose from.
import * as z from 'zod';
import {
  PreviewInput,
  Webhook,
  WebhookInput,
  WebhookPreview,
  WebhookTemplate,
  WebhookTrial,
  WebhookUpdate,
} from '../notifications/webhook.ts';
import { endpoint } from './endpoint.ts';

const WEBHOOKS = '/api/notifications/webhooks' as const;
const ONE_WEBHOOK = `${WEBHOOKS}/:id` as const;
/** Its template, headers and fields may be long. */
const WEBHOOK_BYTES = 1 << 20;
const params = z.object({ id: z.string().min(1).max(100) });

export const listWebhooks = endpoint(`GET ${WEBHOOKS}`, {
  summary: 'The webhooks, with their secrets masked',
  access: 'viewer',
  reply: z.array(Webhook),
});
export const addWebhook = endpoint(`POST ${WEBHOOKS}`, {
  summary: 'Add a webhook',
  access: 'admin',
  foreignKeys: true,
  body: WebhookInput,
  bodyLimitBytes: WEBHOOK_BYTES,
  reply: Webhook,
  errors: ['conflict'],
});
export const getWebhook = endpoint(`GET ${ONE_WEBHOOK}`, {
  summary: 'A webhook, with its secrets masked',
  access: 'viewer',
  versioned: true,
  params,
  reply: Webhook,
  errors: ['not_found'],
});
export const updateWebhook = endpoint(`PUT ${ONE_WEBHOOK}`, {
  summary: 'Replace a webhook. A secret that comes back as the mask stays as it is stored',
  access: 'admin',
  foreignKeys: true,
  params,
  body: WebhookUpdate,
  bodyLimitBytes: WEBHOOK_BYTES,
  reply: Webhook,
  errors: ['not_found'],
});
export const deleteWebhook = endpoint(`DELETE ${ONE_WEBHOOK}`, {
  summary: 'Remove a webhook',
  access: 'admin',
  params,
  reply: z.object({ status: z.literal('success') }),
  errors: ['not_found'],
});
/** `response`: what the service answered, cut, without secrets. A failure is 400 with `success` false, `status` and `response` in the body. */
export const testWebhook = endpoint(`POST ${WEBHOOKS}/test`, {
  summary: 'Send a test message to a webhook as typed, and answer with its real result',
  access: 'admin',
  foreignKeys: true,
  body: WebhookTrial,
  bodyLimitBytes: WEBHOOK_BYTES,
  reply: z.object({ success: z.literal(true), status: z.number().int(), response: z.string() }),
});
/** 400 with `line` and `column` in the body when the template does not work. */
export const previewWebhook = endpoint(`POST ${WEBHOOKS}/preview`, {
  summary: 'What a webhook would send for an example alert, with its template or without one. Nothing is sent',
  access: 'admin',
  foreignKeys: true,
  body: PreviewInput,
  bodyLimitBytes: WEBHOOK_BYTES,
  reply: WebhookPreview,
});
export const listWebhookTemplates = endpoint('GET /api/notifications/webhook-templates', {
  summary: 'The services that a webhook can be for, with the form of their URL and instructions',
  access: 'viewer',
  reply: z.array(WebhookTemplate),
});

export const webhookEndpoints = [
  ...[listWebhooks, addWebhook, getWebhook, updateWebhook, deleteWebhook],
  ...[testWebhook, previewWebhook, listWebhookTemplates],
];
