// Alertmanager's API v2. It gets all active alerts again and again, each with an end in the near future, so that they end there too
// when Belfry does not run any more. Silences, routing and grouping are its own matter.

import { englishWords, type Words } from '@belfry/domain/sentences/words';
import type { Alert } from '@belfry/schema/entities/alert';
import type { Webhook } from '@belfry/schema/notifications/webhook';
import { iso } from '../../../lib/clock.ts';
import { pageProblem } from '../../../lib/outgoing/page.ts';
import { occurrenceOf } from '../../known-changes.ts';
import type { Notice } from '../../notice.ts';
import type { Mirror, MirrorService, MirrorView, SendResult } from '../../notifier.ts';
import { changedWords, ownWords } from '../../own-words.ts';
import { changeLine } from '../../text/change.ts';
import { alertLink } from '../../text/links.ts';
import { entryTitle, summaryOf, titleOf } from '../../text/title.ts';
import { alertIn } from '../../text/told.ts';
import { thresholdText, valueText } from '../../text/value.ts';
import { affectsText, reasonText } from '../../text/words.ts';
import { redact, secretsOf } from '../../webhooks/mask.ts';
import { hostOnly } from '../../webhooks/mask-url.ts';
import { objectIn } from '../receipt.ts';
import { ownHeaders } from '../webhook-sender.ts';

const PATH = '/api/v2/alerts';
/** Longer than the minute after which they are sent again. */
const LASTS_MS = 240_000;
/** The API v2 answers with nothing, and what stands in for it with the answer of the API v1. */
const RECEIPT = 'HTTP 200, {"status": "success"}';
const MAX_ALERTS = 500;
const MAX_WORDS = 500;

interface PostedAlert {
  labels: Record<string, string>;
  annotations: Record<string, string>;
  startsAt: string;
  endsAt: string;
  generatorURL?: string;
}

export const alertmanager: MirrorService<Webhook> & {
  key: Webhook['service'];
  urlPattern: string;
  instructions: string;
} = {
  key: 'alertmanager',
  title: 'Prometheus Alertmanager',
  urlPattern: 'http://{server}:9093',
  instructions:
    'Belfry shows all active alerts to Alertmanager, which decides about silences, routes and groups. Quiet hours, filters and templates of Belfry have no effect there.',
  open(webhook, { request, clock }): Mirror {
    const secrets = secretsOf(webhook);
    const url = addressOf(webhook.url);
    const cut = (text: string) => redact(text, secrets).trim().slice(0, MAX_WORDS);
    /** By occurrence: what was sent to Alertmanager. A change of the level is another alert there. */
    let shown = new Map<string, PostedAlert>();

    async function post(alerts: readonly PostedAlert[], signal: AbortSignal): Promise<SendResult> {
      const headers = { ...ownHeaders(webhook), 'content-type': 'application/json' };
      const answer = await request({ method: 'POST', url, headers, body: JSON.stringify(alerts), signal });
      if (!answer.ok) return { ok: false, ...changedWords({ ...answer.error, words: answer.error.message }, cut) };
      const { status, body } = answer.value;
      const words = cut(body) || `HTTP ${status}`;
      if (status < 200 || status >= 300) return { ok: false, status, words };
      const { host } = new URL(url);
      const page = pageProblem(answer.value, host)?.sentence;
      if (!page && (body.trim() === '' || objectIn(body)?.status === 'success')) return { ok: true, status, words };
      const values = { service: 'Alertmanager', receipt: RECEIPT, host, words };
      return { ok: false, status, ...changedWords(ownWords(page ?? { id: 'send.noReceipt', values }), cut) };
    }

    return {
      target: hostOnly(url),
      async show(view, signal) {
        const now = clock.now();
        const active = new Map(
          view.active.map((alert) => [occurrenceOf(alert), postedOf(alert, view, now + LASTS_MS)] as const),
        );
        const ends = view.ended.map(({ alert, at, reason }) => {
          const posted = postedOf(alert, view, at);
          // The host may be removed, and then nobody knows its site any more.
          const { labels } = shown.get(occurrenceOf(alert)) ?? posted;
          return { ...posted, labels, annotations: { ...posted.annotations, ended: reasonText(reason, view.words) } };
        });
        const replaced = [...shown].flatMap(([occurrence, before]) => {
          const after = active.get(occurrence);
          return after && JSON.stringify(after.labels) !== JSON.stringify(before.labels)
            ? [{ ...before, endsAt: iso(now) }]
            : [];
        });
        const all = [...active.values(), ...ends, ...replaced];
        let result: SendResult = { ok: true, words: 'There is nothing to show.' };
        for (let at = 0; at < all.length && result.ok; at += MAX_ALERTS)
          result = await post(all.slice(at, at + MAX_ALERTS), signal);
        if (result.ok) shown = active;
        return result;
      },
      close: async () => shown.clear(),
    };
  },
  preview: (webhook, view, now) => ({
    url: addressOf(webhook.url),
    body: view.active.map((alert) => postedOf(alert, view, now + LASTS_MS)),
  }),
};

/** A route that pages people can tell it from an alert. */
const ofTest = (posted: PostedAlert, words: Words): PostedAlert => ({
  ...posted,
  labels: { ...posted.labels, alertname: 'BelfryTest', test: 'true' },
  annotations: { summary: titleOf({ ...aTest, words }), description: summaryOf({ ...aTest, words }) },
});
const aTest: Notice = { kind: 'test', alerts: [], at: 0 };

function addressOf(text: string): string {
  const url = new URL(text);
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = path.endsWith(PATH) ? path : `${path}${PATH}`;
  return url.href;
}

/** Alertmanager refuses labels without a value. */
const filled = (entries: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(entries).flatMap(([name, value]) => (value ? [[name, value.toWellFormed()]] : [])));

function postedOf(stored: Alert, view: MirrorView, endsAt: number): PostedAlert {
  const { publicUrl, siteOf, changeOf, isTest, words = englishWords } = view;
  const alert = alertIn(words, stored);
  const { id, type, level, resourceName, resourceId, node, instance, message, startTime, metadata } = alert;
  const entry = { alert, occurrence: occurrenceOf(alert), duration: 0 };
  const link = alertLink({ publicUrl, notice: { kind: 'raised', alerts: [entry] } });
  const posted: PostedAlert = {
    labels: filled({
      ...{ alertname: type, severity: level, instance, node, resource: resourceName, resource_id: resourceId },
      ...{ resource_type: metadata?.resourceType ?? '', alert_id: id, source: 'belfry', site: siteOf?.(stored) ?? '' },
    }),
    annotations: filled({
      summary: entryTitle({ kind: 'raised', alerts: [entry], at: endsAt, words }, entry),
      description: message,
      value: valueText(alert, words),
      threshold: thresholdText(alert, words),
      affects: affectsText(alert, words),
      change: changeLine({ ...entry, change: changeOf?.(stored) }, { kind: 'raised', words }),
    }),
    startsAt: startTime,
    endsAt: iso(Math.max(endsAt, Date.parse(startTime))),
    ...(link && { generatorURL: link }),
  };
  return isTest ? ofTest(posted, words) : posted;
}
