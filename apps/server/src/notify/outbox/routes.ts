// The endpoints of the log of deliveries.

import { listDeliveries, listWebhookAttempts } from '@belfry/schema/http/deliveries';
import type { Delivery, WebhookAttempt } from '@belfry/schema/notifications/delivery';
import type { FastifyRequest } from 'fastify';
import type { OutboxStore } from '../../db/outbox-store.ts';
import type { Mount } from '../../http/mount.ts';
import { ownWords } from '../own-words.ts';
import type { Outbox } from './outbox.ts';

export interface DeliveryRoutesDeps {
  outbox: Pick<Outbox, 'settled'>;
  store: Pick<OutboxStore, 'find'>;
  isAdmin(request: FastifyRequest): boolean;
}

const MAX_ATTEMPTS = 100;

export function deliveryRoutes(mount: Mount, { outbox, store, isAdmin }: DeliveryRoutesDeps): void {
  mount(listDeliveries, async ({ query: { limit, offset, ...filter }, request }) => {
    await outbox.settled();
    const found = await store.find(filter, limit, offset);
    return isAdmin(request) ? found : found.map(withoutWords);
  });
  mount(listWebhookAttempts, async ({ request }) => {
    await outbox.settled();
    const found = await store.find({ channel: 'webhook', attempted: true }, MAX_ATTEMPTS, 0);
    return (isAdmin(request) ? found : found.map(withoutWords)).map(attemptOf);
  });
}

/** What a receiver answers, and how it fails, shows what is in the network. */
export const withoutWords = <D extends { words?: string | undefined }>(delivery: D): D =>
  delivery.words === undefined ? delivery : { ...delivery, ...ownWords({ id: 'delivery.administrators' }) };

/** A target may begin with the method. */
const urlIn = (target = ''): string => target.replace(/^[A-Z]+ /, '');

/** `statusCode` 0: there was no answer. A message about several alerts names the worst of them. */
const attemptOf = ({ destination, alerts, state, attempts, ...delivery }: Delivery): WebhookAttempt => ({
  ...{ webhookName: destination.name, webhookUrl: urlIn(delivery.target), service: destination.service },
  ...{ alertId: alerts[0]?.id ?? '', timestamp: delivery.lastAttemptAt ?? delivery.createdAt },
  ...{ statusCode: delivery.status ?? 0, success: state === 'sent' },
  ...(state !== 'sent' && delivery.words !== undefined && { errorMessage: delivery.words }),
  ...{ retryAttempts: attempts - 1, payloadSize: delivery.sentBytes ?? 0 },
});
