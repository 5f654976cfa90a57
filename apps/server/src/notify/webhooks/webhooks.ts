// The stored webhooks. Each is sealed as a whole, because secrets may be anywhere in it.
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { ok } from '@belfry/domain/result';
import { MAX_WEBHOOKS, Webhook, type WebhookInput, type WebhookUpdate } from '@belfry/schema/notifications/webhook';
import * as z from 'zod';
import { json } from '../../db/query.ts';
import type { Replacement } from '../../db/replacement.ts';
import type { Store, Stores } from '../../db/store.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Outgoing } from '../../lib/outgoing/outgoing.ts';
import { type Answer, type Refused, refuse, refuseField, sentenceOf } from '../../lib/refusal.ts';
import { type Destination, type Destinations, webhookDestinationId } from '../destination.ts';
import { isOfChanges, mirrorService } from '../services/registry.ts';
import { unmaskWebhook } from './mask.ts';
import { problemOf } from './problem.ts';

export interface Webhooks extends Destinations {
  /** With their secrets, the oldest first. */
  all(): readonly Webhook[];
  get(id: string): Webhook | undefined;
  /** Those that show the present state. They are no destinations. */
  mirrored(): readonly Webhook[];
  /** Those that get the changes of the journal. They are no destinations. */
  ofChanges(): readonly Webhook[];
  /** The webhook as it would be stored: with secrets in place of masks, and checked. */
  checked(typed: WebhookInput, stored: Webhook | undefined): Answer<WebhookInput>;
  add(input: WebhookInput): Promise<Answer<Webhook>>;
  change(id: string, update: WebhookUpdate): Promise<Answer<Webhook>>;
  /** `after` takes the place of `before`, unless somebody has changed that webhook since. */
  replace(before: Webhook, after: Webhook): Promise<void>;
  remove(id: string): Promise<Answer<Webhook>>;
  /** As one part of a larger change: replaces all of them. */
  prepare(webhooks: readonly Webhook[]): Answer<Replacement>;
}

export interface WebhooksDeps {
  store: Pick<Store, 'secrets' | 'atomically'>;
  problemOfUrl: Outgoing['problemOfUrl'];
  log: Pick<Logger, 'warn'>;
}

const OWNER = 'webhooks';
/** `order` puts the oldest first. */
const Stored = z.object({ order: z.number(), webhook: Webhook });
const parsed = json.pipe(Stored);

export function createWebhooks({ store, problemOfUrl, log }: WebhooksDeps): Webhooks {
  const listeners: (() => void)[] = [];
  let webhooks: readonly Webhook[] = [];
  let destinations: readonly Destination[] = [];

  function load(): void {
    const { values, lost } = store.secrets.read(OWNER);
    const found = [...values].map(([id, text]) => ({ id, stored: parsed.safeParse(text) }));
    const broken = [...lost, ...found.flatMap(({ id, stored }) => (stored.success ? [] : [id]))];
    for (const id of broken) store.secrets.setAside(OWNER, id, 'It cannot be decrypted, or has wrong content.');
    if (broken.length > 0) log.warn({ webhooks: broken }, 'webhooks cannot be read and are left out');
    const before = new Map(webhooks.map((webhook) => [webhook.id, webhook]));
    webhooks = found
      .flatMap(({ stored }) => stored.data ?? [])
      .sort((a, b) => a.order - b.order)
      // A webhook that did not change stays the same object, and its destination too.
      .map(({ webhook }) =>
        isDeepStrictEqual(before.get(webhook.id), webhook) ? (before.get(webhook.id) ?? webhook) : webhook,
      );
    const known = new Map(destinations.map((destination) => [destination.settings, destination]));
    destinations = webhooks
      .filter(({ service }) => !mirrorService(service) && !isOfChanges(service))
      .map((webhook) => known.get(webhook) ?? destinationOf(webhook));
  }
  load();

  const settle = () => {
    load();
    for (const listener of listeners) listener();
  };
  const put = (tx: Stores, webhook: Webhook, order: number) =>
    tx.secrets.put(OWNER, webhook.id, JSON.stringify({ order, webhook }));

  function checked(typed: WebhookInput, stored: Webhook | undefined): Answer<WebhookInput> {
    const whole = unmaskWebhook(typed, stored);
    if (!whole.ok) return refuseField('bad_request', whole.error.field, whole.error.problem);
    return problemOf(whole.value, problemOfUrl) ?? problemOfStandIn(whole.value, stored) ?? whole;
  }

  function problemOfStandIn({ standIn }: WebhookInput, stored: Webhook | undefined): Refused | undefined {
    if (!standIn) return undefined;
    const { destination } = standIn;
    if (stored && destination === webhookDestinationId(stored))
      return refuseField('bad_request', 'standIn.destination', { id: 'standIn.itself' });
    const isKnown = destination === 'email' || destinations.some(({ id }) => id === destination);
    return isKnown ? undefined : refuseField('bad_request', 'standIn.destination', { id: 'standIn.unknown' });
  }

  return {
    all: () => webhooks,
    get: (id) => webhooks.find((webhook) => webhook.id === id),
    mirrored: () => webhooks.filter(({ service }) => mirrorService(service)),
    ofChanges: () => webhooks.filter(({ service }) => isOfChanges(service)),
    checked,
    async add(input) {
      const whole = checked(input, undefined);
      if (!whole.ok) return whole;
      if (webhooks.length >= MAX_WEBHOOKS)
        return refuse('conflict', {
          id: 'list.full',
          values: { limit: MAX_WEBHOOKS, things: { id: 'list.webhooks' } },
        });
      const webhook: Webhook = { ...whole.value, id: randomBytes(8).toString('hex') };
      await store.atomically((tx) => put(tx, webhook, 1 + orderOf(tx)));
      settle();
      return ok(webhook);
    },
    async change(id, update) {
      const stored = webhooks.find((webhook) => webhook.id === id);
      if (!stored) return refuse('not_found', { id: 'webhook.notFound' });
      const { routing = stored.routing, resolutions = stored.resolutions, standIn = stored.standIn } = update;
      const { language = stored.language } = update;
      const whole = checked({ ...update, routing, resolutions, standIn, language }, stored);
      if (!whole.ok) return whole;
      const webhook: Webhook = { ...whole.value, id };
      const isChanged = await store.atomically(async (tx) => {
        const before = parsed.safeParse(tx.secrets.read(OWNER).values.get(id));
        if (before.success) await put(tx, webhook, before.data.order);
        return before.success;
      });
      if (!isChanged) return refuse('not_found', { id: 'webhook.notFound' });
      settle();
      return ok(webhook);
    },
    async replace(before, after) {
      const isReplaced = await store.atomically(async (tx) => {
        const stored = parsed.safeParse(tx.secrets.read(OWNER).values.get(before.id)).data;
        const isSame = stored !== undefined && isDeepStrictEqual(stored.webhook, before);
        if (isSame) await put(tx, after, stored.order);
        return isSame;
      });
      if (isReplaced) settle();
    },
    async remove(id) {
      const stored = webhooks.find((webhook) => webhook.id === id);
      if (!stored) return refuse('not_found', { id: 'webhook.notFound' });
      await store.secrets.remove(OWNER, id);
      settle();
      return ok(stored);
    },
    prepare(next) {
      for (const webhook of next) {
        const problem = problemOf(webhook, problemOfUrl);
        if (problem)
          return refuse('bad_request', {
            id: 'file.webhook',
            values: { name: webhook.name, problem: sentenceOf(problem.error) },
          });
      }
      return ok({
        async write(tx) {
          await tx.secrets.removeAll(OWNER);
          for (const [order, webhook] of next.entries()) await put(tx, webhook, order);
        },
        settle,
      });
    },
    list: () => destinations,
    onChange: (listener) => void listeners.push(listener),
  };
}

/** The largest that is stored. */
function orderOf(tx: Stores): number {
  const orders = [...tx.secrets.read(OWNER).values.values()].flatMap(
    (text) => parsed.safeParse(text).data?.order ?? [],
  );
  return Math.max(0, ...orders);
}

const destinationOf = (webhook: Webhook): Destination => ({
  id: webhookDestinationId(webhook),
  channel: 'webhook',
  service: webhook.service,
  name: webhook.name,
  enabled: webhook.enabled,
  routing: webhook.routing,
  resolutions: webhook.resolutions,
  standIn: webhook.standIn,
  language: webhook.language,
  settings: webhook,
});
