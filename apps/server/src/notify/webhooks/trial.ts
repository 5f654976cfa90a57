// A trial of a webhook: sends a test message and gives the real answer. Nothing is stored.
import { randomUUID } from 'node:crypto';
import type { Webhook } from '@belfry/schema/notifications/webhook';
import type { SendResult, ServiceDeps } from '../notifier.ts';
import { TEST_TIMEOUT_MS } from '../request/request.ts';
import { mirrorService, openWebhook } from '../services/registry.ts';
import { sampleNotice } from '../text/sample.ts';

export interface WebhookTrialDeps {
  service: ServiceDeps;
  publicUrl(): string;
}

export async function tryWebhook({ service, publicUrl }: WebhookTrialDeps, webhook: Webhook): Promise<SendResult> {
  const mirror = await mirrorService(webhook.service)?.open(webhook, service);
  const timeout = new AbortController();
  const cancel = service.clock.after(TEST_TIMEOUT_MS, () => timeout.abort());
  try {
    const notice = sampleNotice(service.clock.now());
    if (mirror) {
      const active = notice.alerts.map(({ alert }) => alert);
      return await mirror.show({ active, ended: [], publicUrl: publicUrl() }, timeout.signal);
    }
    return await openWebhook(webhook, service).send(
      { key: randomUUID(), notice, publicUrl: publicUrl(), threads: {} },
      timeout.signal,
    );
  } finally {
    cancel();
    await mirror?.close();
  }
}
