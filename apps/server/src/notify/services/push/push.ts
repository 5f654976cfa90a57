// Notifications in browsers: encrypted for the browser (RFC 8291), sent to the push service that the browser has chosen (RFC 8030).

import type { BrowserSubscription } from '@belfry/schema/notifications/push';
import type { Networks } from '../../../lib/networks.ts';
import { pageProblem } from '../../../lib/outgoing/page.ts';
import type { Answer } from '../../../lib/outgoing/request.ts';
import { ANSWER_LIMIT_MS, type SendResult, type Service, type ServiceDeps } from '../../notifier.ts';
import { ownWords } from '../../own-words.ts';
import type { VapidKeys } from '../../push/vapid.ts';
import { isId, objectIn } from '../receipt.ts';
import { retryAfterOf } from '../webhook-sender.ts';
import { payloadOf } from './payload.ts';

export interface PushSettings {
  /** Undefined when it cannot be decrypted. */
  subscription: BrowserSubscription | undefined;
  keys: VapidKeys | undefined;
  /** Besides public addresses: where push services may be, by the environment. */
  networks: Networks;
  /** The push service says that the browser does not want notifications any more. */
  ended(): Promise<void>;
}

/** How long a push service keeps a message for a browser that is off. Seconds. */
const KEPT_S = 86_400;
/** Push services want an address for complaints, and refuse `localhost`. Without a public address there is none. */
const SUBJECT = 'https://belfry.invalid/';

export const pushService: Service<PushSettings> = {
  key: 'push',
  title: 'Browser',
  perMinute: 120,
  open(settings, deps) {
    const { subscription } = settings;
    const target = subscription ? new URL(subscription.endpoint).host : '';
    return { target, send: (message, signal) => send(settings, deps, message, signal), close: async () => {} };
  },
};

type Send = (settings: PushSettings, deps: ServiceDeps, ...message: Parameters<SenderSend>) => Promise<SendResult>;
type SenderSend = Awaited<ReturnType<Service<PushSettings>['open']>>['send'];

const send: Send = async ({ subscription, keys, networks, ended }, { request, clock }, message, signal) => {
  if (!subscription || !keys) return { ok: false, ...ownWords({ id: 'browser.secretsLost' }), refused: true };
  const { buildPushPayload } = await import('@block65/webcrypto-web-push');
  const isUrgent = message.notice.alerts[0]?.alert.level === 'critical' && message.notice.kind !== 'resolved';
  const { headers, body } = await buildPushPayload(
    { data: payloadOf(message), options: { ttl: KEPT_S, urgency: isUrgent ? 'high' : 'normal' } },
    { ...subscription, expirationTime: null },
    { ...keys, subject: message.publicUrl || SUBJECT },
  );
  const answer = await request({
    method: 'POST',
    url: subscription.endpoint,
    headers,
    body,
    signal,
    publicBut: networks,
    answerMs: ANSWER_LIMIT_MS,
  });
  if (!answer.ok) {
    const { message: words, sentence, sent } = answer.error;
    return { ok: false, words, sentence, ...(sent && { lost: true }) };
  }
  const { status, body: text } = answer.value;
  const words = text.trim().slice(0, 500) || `HTTP ${status}`;
  if (status >= 200 && status < 300) {
    const { host } = new URL(subscription.endpoint);
    const page = pageProblem(answer.value, host)?.sentence;
    if (!page && isTaken(answer.value)) return { ok: true, status, words };
    const values = { service: pushService.title, receipt: RECEIPT, host, words };
    return { ok: false, status, ...ownWords(page ?? { id: 'send.noReceipt', values }) };
  }
  // RFC 8030: the subscription has ended.
  if (status === 404 || status === 410) {
    await ended();
    return { ok: false, status, ...ownWords({ id: 'browser.ended' }), refused: true };
  }
  const retryAfterMs = retryAfterOf(answer.value, clock.now());
  return {
    ok: false,
    status,
    words,
    ...(status === 413 && { refused: true }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
};

const RECEIPT = 'HTTP 201';

/** RFC 8030: 201, and 202 where it is asked for; some have answered so unasked. ntfy takes such messages too, and answers as it always does. */
const isTaken = ({ status, headers, body }: Answer): boolean =>
  status === 201 || status === 202 || headers.location !== undefined || isId(objectIn(body)?.id);
