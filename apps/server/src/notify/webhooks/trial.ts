// A trial of a webhook: sends a test message and gives the real answer. Nothing is stored.
import { randomUUID } from 'node:crypto';
import type { Webhook } from '@belfry/schema/notifications/webhook';
import type { SendResult, ServiceDeps } from '../notifier.ts';
import { TEST_TIMEOUT_MS } from '../request/request.ts';
import { openWebhook } from '../services/registry.ts';
import { sampleNotice } from '../text/sample.ts';

export interface WebhookTrialDeps {
  service: ServiceDeps;
  publicUrl(): string;
}

export async function tryWebhook({ service, publicUrl }: WebhookTrialDeps, webhook: Webhook): Promise<SendResult> {
  const sender = openWebhook(webhook, service);
  const timeout = new AbortController();
  const cancel = service.clock.after(TEST_TIMEOUT_MS, () => timeout.abort());
  try {
    const notice = sampleNotice(service.clock.now());
    return await sender.send({ key: randomUUID(), notice, publicUrl: publicUrl(), threads: {} }, timeout.signal);
  } finally {
    cancel();
    await sender.close();
  }
}
