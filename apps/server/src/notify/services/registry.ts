// All services. A new one is a folder here and a line in a record.
import type { Webhook, WebhookTemplate } from '@belfry/schema/notifications/webhook';
import type { MirrorService, Sender, Service, ServiceDeps } from '../notifier.ts';
import { alertmanager } from './alertmanager/alertmanager.ts';
import { apprise } from './apprise/apprise.ts';
import { discord } from './discord/discord.ts';
import { emailService } from './email/email.ts';
import { generic } from './generic/generic.ts';
import { gotify } from './gotify/gotify.ts';
import { journal } from './journal/journal.ts';
import { ntfy } from './ntfy/ntfy.ts';
import { pagerduty } from './pagerduty/pagerduty.ts';
import { pushService } from './push/push.ts';
import { pushover } from './pushover/pushover.ts';
import { slack } from './slack/slack.ts';
import { teams } from './teams/teams.ts';
import { teamsAdaptive } from './teams-adaptive/teams-adaptive.ts';
import { telegram } from './telegram/telegram.ts';
import type { WebhookService } from './webhook.ts';
import { createWebhookSender, senderService } from './webhook-sender.ts';

type Key = Webhook['service'];
type Mirrored = MirrorService<Webhook> & Pick<WebhookService, 'key' | 'title' | 'urlPattern' | 'instructions'>;

const messengers = {
  generic,
  discord,
  slack,
  telegram,
  teams,
  'teams-adaptive': teamsAdaptive,
  pagerduty,
  pushover,
  gotify,
  ntfy,
  apprise,
} satisfies Partial<Record<Key, WebhookService>>;

/** They show the present state and get no messages. The compiler asks for each service that the schema names, here or above. */
const mirrors: Readonly<Record<Exclude<Key, keyof typeof messengers | 'journal'>, Mirrored>> = { alertmanager };

export const webhookServices: readonly WebhookService[] = Object.values(messengers);

const byKey: ReadonlyMap<Key, WebhookService> = new Map(
  [...webhookServices, journal].map((service) => [service.key, service]),
);

/** A mirror is checked and shown as the general service is. */
export const webhookService = (key: Key): WebhookService => byKey.get(key) ?? generic;

/** What the outbox opens, by the service of a destination. */
export const services: ReadonlyMap<string, Service<unknown>> = new Map<string, Service<unknown>>([
  [emailService.key, emailService],
  [pushService.key, pushService],
  ...webhookServices.map((service) => [service.key, senderService(service)] as const),
]);

export const openWebhook = (webhook: Webhook, deps: ServiceDeps): Sender =>
  createWebhookSender(
    webhookService(webhook.service),
    isOfChanges(webhook.service) ? { ...webhook, template: '' } : webhook,
    deps,
  );

/** It gets the changes of the journal and no messages. */
export const isOfChanges = (key: Key): boolean => key === journal.key;

export const mirrorService = (key: Key): MirrorService<Webhook> | undefined =>
  Object.values(mirrors).find((mirror) => mirror.key === key);

type Described = Pick<WebhookService, 'key' | 'title' | 'urlPattern' | 'instructions'> & Partial<WebhookService>;
const described: readonly Described[] = [...webhookServices, journal, ...Object.values(mirrors)];

export const webhookTemplates: readonly WebhookTemplate[] = described.map((service) => ({
  service: service.key,
  name: service.title,
  urlPattern: service.urlPattern,
  method: 'POST',
  headers: { 'Content-Type': service.isText ? 'text/plain' : 'application/json' },
  payloadTemplate: service.example ?? '',
  instructions: service.instructions,
  requiredFields: { ...service.requiredFields },
}));
