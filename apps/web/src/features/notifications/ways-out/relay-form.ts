// The form of a webhook for Alertmanager, Apprise or the changes of the journal: the few settings that these have.

import { everything } from '@belfry/schema/notifications/everything';
import type { Webhook, WebhookInput } from '@belfry/schema/notifications/webhook';
import type { FieldErrors } from '../../../lib/field-errors.ts';
import type { Routed } from '../routing/routed.ts';
import { messages } from './messages.ts';

export const relays = ['alertmanager', 'apprise', 'journal'] as const;
export type Relay = (typeof relays)[number];
/** They are webhooks for the server. */
export const isRelay = ({ service }: Webhook): boolean => relays.some((relay) => relay === service);

export interface RelayForm extends Routed, Pick<Webhook, 'standIn'> {
  name: string;
  url: string;
  enabled: boolean;
  authorization: string;
  tag: string;
  /** Addresses of Apprise. */
  urls: string;
}

const AUTHORIZATION = 'Authorization';
const isAuthorization = (header: string): boolean => header.toLowerCase() === AUTHORIZATION.toLowerCase();

/** Secrets in it are masked; a mask that comes back stays as it is stored. */
export function relayForm(service: Relay, webhook?: Webhook): RelayForm {
  const { headers = {}, customFields = {} } = webhook ?? {};
  return {
    name: webhook?.name ?? messages.names[service],
    url: webhook?.url ?? '',
    enabled: webhook?.enabled ?? true,
    authorization: Object.entries(headers).find(([header]) => isAuthorization(header))?.[1] ?? '',
    tag: customFields.tag ?? '',
    urls: customFields.urls ?? '',
    routing: webhook?.routing ?? everything,
    resolutions: webhook?.resolutions ?? true,
    standIn: webhook?.standIn ?? null,
    language: webhook?.language ?? 'en',
  };
}

export const checkRelay = ({ name, url }: RelayForm): FieldErrors => ({
  ...(name.trim() === '' && { name: messages.relay.nameRequired }),
  ...(url.trim() === '' && { url: messages.relay.urlRequired }),
});

/** Headers and fields that the form does not show stay as they are. */
export function webhookOf(service: Relay, form: RelayForm, before?: Webhook): WebhookInput {
  const { name, url, enabled, authorization, tag, urls, routing, resolutions, standIn, language } = form;
  const others = Object.entries(before?.headers ?? {}).filter(([header]) => !isAuthorization(header));
  const headers = {
    ...Object.fromEntries(others),
    ...(authorization.trim() !== '' && { [AUTHORIZATION]: authorization.trim() }),
  };
  const { tag: _, urls: __, ...fields } = before?.customFields ?? {};
  const own =
    service === 'apprise' ? { ...(tag.trim() && { tag: tag.trim() }), ...(urls.trim() && { urls: urls.trim() }) } : {};
  return {
    ...{ service, name: name.trim(), url: url.trim(), method: 'POST', enabled, headers, routing, resolutions, standIn },
    template: before?.template ?? '',
    language,
    customFields: { ...fields, ...own },
  };
}
