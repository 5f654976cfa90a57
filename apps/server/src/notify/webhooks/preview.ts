// What a webhook would send for an example alert. Nothing is sent.

import { everything } from '@belfry/schema/notifications/everything';
import { MASK } from '@belfry/schema/notifications/mask';
import type { PreviewInput, Webhook, WebhookPreview } from '@belfry/schema/notifications/webhook';
import { type Refused, refuse } from '../../lib/refusal.ts';
import type { Message } from '../notifier.ts';
import { mirrorService, webhookService } from '../services/registry.ts';
import { wordsOfLanguage } from '../speaking.ts';
import { previewTemplate } from '../template/check.ts';
import { sampleNotice } from '../text/sample.ts';
import { told } from '../text/told.ts';
import { refusedTemplate } from './problem.ts';
import { viewOf } from './trial.ts';

/** In place of an address that is not written to its end. */
const SOMEWHERE = 'https://service.example/topic';

export interface PreviewDeps {
  now: number;
  publicUrl: string;
}

export async function previewOf(
  input: PreviewInput,
  { now, publicUrl }: PreviewDeps,
): Promise<WebhookPreview | Refused> {
  const service = webhookService(input.service);
  const webhook: Webhook = {
    ...{
      id: 'preview',
      name: 'Preview',
      enabled: true,
      headers: {},
      routing: everything,
      resolutions: true,
      standIn: null,
    },
    ...input,
    url: URL.canParse(input.url) ? input.url : SOMEWHERE,
  };
  const message: Message = {
    ...{ key: 'example', publicUrl, threads: {} },
    notice: told({ ...sampleNotice(now), kind: 'raised' }, await wordsOfLanguage(input.language)),
  };
  const shown = (text: string) => text.replaceAll(encodeURIComponent(MASK), MASK);
  const mirror = mirrorService(input.service);
  if (mirror) {
    const { body, url } = mirror.preview(webhook, viewOf(message.notice, publicUrl), now);
    return { preview: textOf(body), method: 'POST', url: shown(url) };
  }
  if (webhook.template.trim() === '') {
    const [payload] = service.render(message, webhook);
    if (!payload) return refuse('bad_request', { id: 'webhook.noExample', values: { service: service.title } });
    const { body, method = 'POST', url = webhook.url } = payload;
    return { preview: textOf(body), method, url: shown(url) };
  }
  const text = previewTemplate(webhook.template, message, webhook, { isText: service.isText });
  if (!text.ok) return refusedTemplate(text.error);
  const payload = service.renderText?.(text.value, message, webhook);
  const { method = 'POST', url = webhook.url } = payload ?? { method: webhook.method };
  return { preview: textOf(payload?.body ?? text.value), method, url: shown(url) };
}

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body, null, 2));
