// Sends the messages of one webhook: with a service's own requests, or with the body that the template of the webhook makes.

import type { Webhook } from '@belfry/schema/notifications/webhook';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { version } from '../../config/build.ts';
import { pageProblem } from '../../lib/outgoing/page.ts';
import type { Answer } from '../../lib/outgoing/request.ts';
import { retryAfterIn } from '../../lib/outgoing/retry-after.ts';
import {
  ANSWER_LIMIT_MS,
  type Message,
  type Sender,
  type SendResult,
  type Service,
  type ServiceDeps,
} from '../notifier.ts';
import { changedWords, ownWords } from '../own-words.ts';
import { dataOf } from '../template/data.ts';
import { parseTemplate } from '../template/parse.ts';
import { renderTemplate } from '../template/render.ts';
import { cut } from '../text/cut.ts';
import { redact, secretsOf } from '../webhooks/mask.ts';
import { hostOnly } from '../webhooks/mask-url.ts';
import type { Moved, Payload, WebhookService } from './webhook.ts';

const MAX_WORDS = 500;
/** Statuses that say that the message itself is wrong. */
const refusals: ReadonlySet<number> = new Set([400, 413, 415, 422]);
/** A message of many requests is sent in parts of this size. The outbox calls again for the rest. */
const MAX_REQUESTS = 100;
const REST_AFTER_MS = 60_000;
const MAX_PROGRESS = 100;

export const senderService = (service: WebhookService): Service<Webhook> => ({
  key: service.key,
  title: service.title,
  perMinute: service.perMinute,
  open: (webhook, deps) => createWebhookSender(service, webhook, deps),
});

/** One request after the other, and what each answer means. */
export function createPoster(
  service: Pick<WebhookService, 'title' | 'receipt' | 'explain' | 'moved'>,
  configured: Webhook,
  { request, clock }: Pick<ServiceDeps, 'request' | 'clock'>,
) {
  const secrets = secretsOf(configured);
  const host = URL.parse(configured.url)?.host ?? '';
  const words = (text: string, status: number): string =>
    cut(redact(text, secrets).trim(), MAX_WORDS) || `HTTP ${status}`;

  function judge(answer: Answer): SendResult {
    const { status, body } = answer;
    const isGood = status >= 200 && status < 300;
    const page = isGood ? pageProblem(answer, host) : undefined;
    if (isGood && !page && service.receipt.isIn(answer)) return { ok: true, status, words: words(body, status) };
    const retryAfterMs = retryAfterOf(answer, clock.now());
    return {
      ok: false,
      status,
      ...whyNot(answer, page?.sentence),
      ...(refusals.has(status) && { refused: true }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    };
  }

  /** A status that is no 2xx speaks for itself. */
  function whyNot(answer: Answer, page: Sentence | undefined): Pick<SendResult, 'words' | 'sentence'> {
    const { status, body } = answer;
    const said = words(body, status);
    const { title, receipt } = service;
    const missing: Sentence | undefined =
      status >= 200 && status < 300
        ? { id: 'send.noReceipt', values: { service: title, receipt: receipt.looks, host, words: said } }
        : undefined;
    const sentence = page ?? service.explain?.(answer) ?? missing;
    if (!sentence) return { words: said };
    const own = ownWords(sentence);
    return changedWords(own, (each) => cut(redact(each, secrets), MAX_WORDS));
  }

  /** `key`: the idempotency key. */
  async function post(
    webhook: Webhook,
    { body, url = webhook.url, method = 'POST', headers }: Payload,
    { key, signal }: { key: string; signal: AbortSignal },
  ) {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await request({
      method,
      url,
      headers: headersOf(webhook, key, { ...(typeof body !== 'string' && JSON_TYPE), ...headers }),
      body: text,
      signal,
      answerMs: ANSWER_LIMIT_MS,
    });
    const sentBytes = Buffer.byteLength(text);
    if (answer.ok) return { ...judge(answer.value), sentBytes, moved: service.moved?.(answer.value, webhook) };
    const { message: reason, sentence, sent } = answer.error;
    const own = changedWords({ words: reason, sentence }, (each) => words(each, 0));
    const failed: SendResult = { ok: false, ...own, sentBytes, ...(sent && { lost: true }) };
    return { ...failed, moved: undefined };
  }

  return post;
}

export function createWebhookSender(
  service: WebhookService,
  configured: Webhook,
  deps: Pick<ServiceDeps, 'request' | 'clock' | 'moved'>,
): Sender {
  let webhook = configured;
  const post = createPoster(service, configured, deps);
  const template = webhook.template.trim() === '' ? undefined : parseTemplate(webhook.template);
  /** By the key of the message: how many of its requests were accepted. A retry goes on after them. */
  const progress = new Map<string, number>();

  function payloadsOf(message: Message): readonly Payload[] | string {
    if (!template) return service.render(message, webhook);
    if (!template.ok) return template.error.message;
    const rendered = renderTemplate(template.value, dataOf(message, webhook), {
      isText: service.isText,
      safeCharacter: service.escapeValue,
    });
    if (!rendered.ok) return rendered.error.message;
    return [service.renderText?.(rendered.value, message, webhook) ?? { body: rendered.value, method: webhook.method }];
  }

  /** Sends the request once more where the receiver is now, and keeps that place if it accepts the message. */
  async function postMoved(moved: Moved, at: number, message: Message, signal: AbortSignal): Promise<SendResult> {
    const before = webhook;
    webhook = moved.webhook;
    const payloads = payloadsOf(message);
    const payload = typeof payloads === 'string' ? undefined : payloads[at];
    const { moved: _, ...result } = payload
      ? await post(webhook, payload, { key: message.key, signal })
      : { ok: false as const, words: String(payloads), moved };
    if (!result.ok) {
      webhook = before;
      return result;
    }
    await deps.moved?.(configured, webhook);
    const id = deps.moved ? 'delivery.moved' : 'delivery.movedTrial';
    return { ...result, ...ownWords({ id, values: { address: moved.address } }) };
  }

  return {
    target: hostOnly(webhook.url),
    async send(message, signal) {
      const payloads = payloadsOf(message);
      if (typeof payloads === 'string') return { ok: false, words: payloads, refused: true };
      let done = progress.get(message.key) ?? 0;
      let result: SendResult = { ok: true, words: '' };
      const end = Math.min(payloads.length, done + MAX_REQUESTS);
      for (const payload of payloads.slice(done, end)) {
        const { moved, ...first } = await post(webhook, payload, { key: message.key, signal });
        result = moved ? await postMoved(moved, done, message, signal) : first;
        if (!result.ok) break;
        done++;
      }
      progress.delete(message.key);
      if (done === payloads.length) return result;
      if (progress.size >= MAX_PROGRESS) progress.delete(progress.keys().next().value ?? '');
      progress.set(message.key, done);
      if (!result.ok) return result;
      const rest = ownWords({ id: 'delivery.rest', values: { done, all: payloads.length } });
      return { ok: false, ...rest, retryAfterMs: REST_AFTER_MS };
    },
    close: async () => progress.clear(),
  };
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** Names in lower case. What the service needs wins over the webhook's own headers. */
const headersOf = (webhook: Webhook, key: string, needed: Readonly<Record<string, string>>) => ({
  ...JSON_TYPE,
  'idempotency-key': key,
  ...ownHeaders(webhook),
  ...needed,
});

/** With Belfry's name. */
export function ownHeaders({ headers }: Pick<Webhook, 'headers'>): Record<string, string> {
  const own = Object.entries(headers)
    // A template in a header would be sent as it is.
    .filter(([, value]) => !value.includes('{{'))
    .map(([name, value]) => [name.toLowerCase(), value]);
  return { 'user-agent': `Belfry/${version}`, ...Object.fromEntries(own) };
}

/** From the header (seconds or a date), or from the body, as Discord and Telegram say it. */
export function retryAfterOf({ headers, body }: Pick<Answer, 'headers' | 'body'>, now: number): number | undefined {
  const named = retryAfterIn(headers, now);
  if (named !== undefined) return named;
  const seconds = /"retry_after"\s*:\s*(\d+(?:\.\d+)?)/.exec(body)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
