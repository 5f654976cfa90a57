// Secrets of a webhook: masked in answers and in the log, and put back when a client sends the mask.

import { fail, ok, type Result } from '@belfry/domain/result';
import { MASK } from '@belfry/schema/notifications/mask';
import type { Webhook, WebhookInput } from '@belfry/schema/notifications/webhook';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { mayStay } from '../../lib/secret-place.ts';
import { hostOnly, maskUrl, unmaskUrl, urlSecrets } from './mask-url.ts';

type Settings = Pick<Webhook, 'service' | 'url' | 'headers' | 'customFields'>;
/** The field whose secret must be entered again. */
interface Unmaskable {
  field: string;
  problem: Sentence;
}
type Entries = Readonly<Record<string, string>>;

/** Headers and custom fields that hold no secret. All others are masked. */
const openHeaders = /^(accept|content-type|user-agent|title|priority|tags|markdown|email)$/i;
const openFields = /^(priority|retry|expire|sound|device|tag|chat_id)$/i;

const masked = (entries: Entries, open: RegExp): Record<string, string> =>
  Object.fromEntries(
    Object.entries(entries).map(([name, value]) => [name, open.test(name) || value === '' ? value : MASK]),
  );

export const maskWebhook = <T extends Settings>(webhook: T): T => ({
  ...webhook,
  url: maskUrl(webhook.url, webhook.service),
  headers: masked(webhook.headers, openHeaders),
  customFields: masked(webhook.customFields, openFields),
});

/** As a viewer sees it. */
export const maskForViewer = <T extends Settings>(webhook: T): T => ({
  ...maskWebhook(webhook),
  url: hostOnly(webhook.url),
});

/**
 * The error is for the client, by field: a mask has no stored secret to stand for. Secrets stay at the origin for which they were
 * entered: scheme, host and port.
 */
export function unmaskWebhook(typed: WebhookInput, before: Webhook | undefined): Result<WebhookInput, Unmaskable> {
  const isSame = before && mayStay({ address: [originOf(before.url)] }, { address: [originOf(typed.url)] });
  const stored = isSame ? before : undefined;
  const url = unmaskUrl(typed.url, before?.service ?? typed.service, stored?.url);
  if (!url.ok) return fail({ field: 'url', problem: url.error });
  const headers = unmasked(typed.headers, stored?.headers, { id: 'webhook.header' }, 'headers');
  if (!headers.ok) return headers;
  const customFields = unmasked(typed.customFields, stored?.customFields, { id: 'webhook.field' }, 'customFields');
  if (!customFields.ok) return customFields;
  return ok({ ...typed, url: url.value, headers: headers.value, customFields: customFields.value });
}

const originOf = (url: string): string => URL.parse(url.replaceAll(MASK, 'x'))?.origin ?? url;

function unmasked(
  typed: Entries,
  stored: Entries = {},
  kind: Sentence,
  field: string,
): Result<Record<string, string>, Unmaskable> {
  const before = new Map(Object.entries(stored).map(([name, value]) => [name.toLowerCase(), value]));
  const values: [string, string][] = [];
  for (const [name, value] of Object.entries(typed)) {
    const text = value === MASK ? before.get(name.toLowerCase()) : value;
    const missing: Sentence = { id: 'webhook.valueAgain', values: { kind, name } };
    if (text === undefined || text.includes(MASK)) return fail({ field: `${field}.${name}`, problem: missing });
    values.push([name, text]);
  }
  return ok(Object.fromEntries(values));
}

/** What must not appear in an answer or in the log. The longest first. */
export function secretsOf({ service, url, headers, customFields }: Settings): string[] {
  const of = (entries: Entries, open: RegExp) =>
    Object.entries(entries).flatMap(([name, value]) => (open.test(name) ? [] : [value, ...value.split(' ').slice(1)]));
  const texts = [...urlSecrets(url, service), ...of(headers, openHeaders), ...of(customFields, openFields)];
  const decoded = texts.flatMap((text) => [text, decode(text)]);
  return [...new Set(decoded)].filter(({ length }) => length >= 4).sort((a, b) => b.length - a.length);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const redact = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((rest, secret) => rest.replaceAll(secret, MASK), text);
