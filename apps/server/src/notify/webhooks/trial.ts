// A trial of a webhook: sends a test message and gives the real answer. Nothing is stored.
import type { Webhook } from '@belfry/schema/notifications/webhook';
import type { Notice } from '../notice.ts';
import type { Mirror, MirrorView, Sender, SendResult, ServiceDeps } from '../notifier.ts';
import { mirrorService, openWebhook } from '../services/registry.ts';
import { trySender } from '../trial.ts';

export interface WebhookTrialDeps {
  service: ServiceDeps;
  publicUrl(): string;
}

export async function tryWebhook({ service, publicUrl }: WebhookTrialDeps, webhook: Webhook): Promise<SendResult> {
  const mirror = await mirrorService(webhook.service)?.open(webhook, service);
  const sender = mirror ? senderOf(mirror) : openWebhook(webhook, service);
  return trySender(sender, { clock: service.clock, publicUrl, language: webhook.language });
}

/** The alerts of an example as the only active ones. */
export const viewOf = ({ alerts, words }: Notice, publicUrl: string): MirrorView => ({
  active: alerts.map(({ alert }) => alert),
  ended: [],
  publicUrl,
  words,
});

/** Shows the alert of the test as if it were the only active one. */
const senderOf = (mirror: Mirror): Sender => ({
  target: mirror.target,
  send: ({ notice, publicUrl }, signal) => mirror.show({ ...viewOf(notice, publicUrl), isTest: true }, signal),
  close: mirror.close,
});
