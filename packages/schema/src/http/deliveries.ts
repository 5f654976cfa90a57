// The log of notifications.
import * as z from 'zod';
import { Delivery, DeliveryState, WebhookAttempt } from '../notifications/delivery.ts';
import { endpoint } from './endpoint.ts';
import { pageLimit, pageOffset } from './paging.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

export const listDeliveries = endpoint('GET /api/notifications/log', {
  summary: 'Notifications of the last 30 days, the newest first: where each was sent, and what was answered',
  access: 'viewer',
  query: z.object({
    limit: pageLimit(DEFAULT_LIMIT, MAX_LIMIT),
    offset: pageOffset,
    destination: z.string().max(200).optional(),
    state: DeliveryState.optional(),
    alert: z.string().max(512).optional(),
    occurrence: z.string().max(200).optional(),
    /** `destination`: only the newest of each destination. */
    latest: z.literal('destination').optional(),
  }),
  reply: z.array(Delivery),
});

export const listWebhookAttempts = endpoint('GET /api/notifications/webhook-history', {
  summary: 'The last 100 messages to webhooks with the result of their last attempt, the newest first',
  access: 'viewer',
  reply: z.array(WebhookAttempt),
});

export const deliveryEndpoints = [listDeliveries, listWebhookAttempts] as const;
