// What became of the messages to destinations: an entry of the log of deliveries.

import * as z from 'zod';
import { Severity } from '../alerts/config.ts';
import { OwnSentence } from '../sentences/sentence.ts';
import { NoticeKind } from './notice.ts';

/** `failed`: the last attempt failed, and another one will be made. `given-up`: there will be no other one. */
export const DeliveryState = z.enum(['queued', 'sending', 'sent', 'failed', 'given-up']);
export type DeliveryState = z.infer<typeof DeliveryState>;

/**
 * One message to one destination. `id` is the same for each attempt: the idempotency key. `alerts` are the first of `alertCount`.
 * `lost` counts the attempts that left and had no answer, so that the message may have arrived more than once. `target`: where it was
 * sent, without secrets. `insteadOf`: the destinations for which this one stands in, the one that it was for first. `standIn`: the name
 * of the one that was sent it in place of this one. `knownBy`: the ids of destinations that are sent the same by themselves. `status` and `words`: what the last attempt was answered, or why there is no answer;
 * `sentence` says the same as `words` where it is Belfry's own. Times are ISO.
 */
export const Delivery = z.object({
  id: z.string(),
  destination: z.object({ id: z.string(), name: z.string(), service: z.string() }),
  insteadOf: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
  standIn: z.string().optional(),
  knownBy: z.array(z.string()).optional(),
  kind: NoticeKind,
  alerts: z.array(z.object({ id: z.string(), occurrence: z.string(), resourceName: z.string(), level: Severity })),
  alertCount: z.number(),
  state: DeliveryState,
  attempts: z.number(),
  lost: z.number(),
  target: z.string().optional(),
  status: z.number().optional(),
  words: z.string().optional(),
  sentence: OwnSentence.optional(),
  sentBytes: z.number().optional(),
  createdAt: z.string(),
  lastAttemptAt: z.string().optional(),
  nextAttemptAt: z.string().optional(),
  endedAt: z.string().optional(),
});
export type Delivery = z.infer<typeof Delivery>;

/** The last attempt of a message to a webhook, in the shape of the reference product. `timestamp` ISO, `payloadSize` bytes. */
export const WebhookAttempt = z.object({
  webhookName: z.string(),
  webhookUrl: z.string(),
  service: z.string(),
  alertId: z.string(),
  timestamp: z.string(),
  statusCode: z.number(),
  success: z.boolean(),
  errorMessage: z.string().optional(),
  retryAttempts: z.number(),
  payloadSize: z.number(),
});
export type WebhookAttempt = z.infer<typeof WebhookAttempt>;
