// All services. A new one is a folder here and a line in a list.
import type { Webhook, WebhookTemplate } from '@belfry/schema/notifications/webhook';
import type { MirrorService, Sender, Service, ServiceDeps } from '../notifier.ts';
import { alertmanager } from './alertmanager/alertmanager.ts';
import { apprise } from './apprise/apprise.ts';
import { discord } from './discord/discord.ts';
import { emailService } from './email/email.ts';
import { generic } from './generic/generic.ts';
import { gotify } from './gotify/gotify.ts';
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

export const webhookServices: readonly WebhookService[] = [
  generic,
  discord,
  slack,
  telegram,
  teams,
  teamsAdaptive,
  pagerduty,
  pushover,
  gotify,
  ntfy,
  apprise,
];

const byKey = new Map(webhookServices.map((service) => [service.key, service]));

export function webhookService(key: Webhook['service']): WebhookService {
  return byKey.get(key) ?? generic;
}

/** What the outbox opens, by the service of a destination. */
export const services: ReadonlyMap<string, Service<unknown>> = new Map<string, Service<unknown>>([
  [emailService.key, emailService],
  [pushService.key, pushService],
  ...webhookServices.map((service) => [service.key, senderService(service)] as const),
]);

export const openWebhook = (webhook: Webhook, deps: ServiceDeps): Sender =>
  createWebhookSender(webhookService(webhook.service), webhook, deps);

/** They show the present state and get no messages. */
const mirrors: ReadonlyMap<Webhook['service'], MirrorService<Webhook>> = new Map([['alertmanager', alertmanager]]);
export const mirrorService = (key: Webhook['service']): MirrorService<Webhook> | undefined => mirrors.get(key);

type Described = Pick<WebhookService, 'key' | 'title' | 'urlPattern' | 'instructions'> & Partial<WebhookService>;
const described: readonly Described[] = [...webhookServices, alertmanager];

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
