// A webhook as a form: headers and custom fields in lines, and the request made from them.
import { everything } from '@belfry/schema/notifications/everything';
import type { PreviewInput, Webhook, WebhookInput, WebhookTemplate } from '@belfry/schema/notifications/webhook';
import type { FieldErrors } from '../../../lib/field-errors.ts';
import { checkRouting, type Routed } from '../routing/routed.ts';
import { messages } from './messages.ts';

/** A header or a custom field. `key` is its own while the form is open. */
export interface Entry {
  key: number;
  name: string;
  value: string;
}

/** `isOwn`: the template makes the message, and not the service. */
export interface WebhookForm
  extends Routed,
    Pick<Webhook, 'name' | 'url' | 'method' | 'enabled' | 'service' | 'template' | 'standIn'> {
  headers: readonly Entry[];
  customFields: readonly Entry[];
  isOwn: boolean;
}

export const newWebhook = (service: Webhook['service'] = 'generic'): WebhookForm => ({
  ...{ name: '', url: '', method: 'POST', enabled: true, service, template: '', isOwn: false },
  headers: [{ key: 0, name: 'Content-Type', value: 'application/json' }],
  customFields: [],
  ...{ routing: everything, resolutions: true, standIn: null, language: 'en' },
});

export const webhookForm = ({ id: _, headers, customFields, ...webhook }: Webhook): WebhookForm => ({
  ...webhook,
  headers: entriesOf(headers),
  customFields: entriesOf(customFields),
  isOwn: webhook.template !== '',
});

const entriesOf = (values: Readonly<Record<string, string>>): Entry[] =>
  Object.entries(values).map(([name, value], key) => ({ key, name, value }));

/** Entries without a name are dropped. */
const valuesOf = (entries: readonly Entry[]): Record<string, string> =>
  Object.fromEntries(entries.flatMap(({ name, value }) => (name.trim() === '' ? [] : [[name.trim(), value]])));

export const webhookInput = ({ isOwn, template, headers, customFields, ...form }: WebhookForm): WebhookInput => ({
  ...form,
  name: form.name.trim(),
  url: form.url.trim(),
  template: isOwn ? template : '',
  headers: valuesOf(headers),
  customFields: valuesOf(customFields),
});

export const previewInput = (form: WebhookForm): PreviewInput => {
  const { service, template, url, method, customFields, language } = webhookInput(form);
  return { service, template, url, method, customFields, language };
};

/** A name and a URL are needed to save and to test. */
export const isComplete = ({ name, url }: WebhookForm): boolean => name.trim() !== '' && url.trim() !== '';

export const withEntry = (entries: readonly Entry[], name = '', value = ''): Entry[] => [
  ...entries,
  { key: 1 + Math.max(-1, ...entries.map(({ key }) => key)), name, value },
];

/**
 * What changes when another service is chosen: it gets the custom fields that it needs, and empty ones that only the service
 * before needed are removed.
 */
export function withService(
  form: WebhookForm,
  to: WebhookTemplate,
  from: WebhookTemplate | undefined,
): Pick<WebhookForm, 'service' | 'customFields'> {
  const kept = form.customFields.filter(
    ({ name, value }) => value !== '' || !from?.requiredFields[name] || to.requiredFields[name],
  );
  const missing = Object.keys(to.requiredFields).filter((name) => kept.every((entry) => entry.name !== name));
  return {
    service: to.service as Webhook['service'],
    customFields: missing.reduce<readonly Entry[]>((entries, name) => withEntry(entries, name), kept),
  };
}

/** What the server would not see: a name that is there twice would be sent once. */
export function checkWebhook({ headers, customFields, routing }: WebhookForm): FieldErrors {
  const twice = { headers: twiceIn(headers), customFields: twiceIn(customFields) };
  return {
    ...(twice.headers !== undefined && { headers: messages.webhooks.twice(twice.headers) }),
    ...(twice.customFields !== undefined && { customFields: messages.webhooks.twice(twice.customFields) }),
    ...checkRouting(routing),
  };
}

function twiceIn(entries: readonly Entry[]): string | undefined {
  const names = entries.map(({ name }) => name.trim().toLowerCase()).filter((name) => name !== '');
  return names.find((name, place) => names.indexOf(name) < place);
}

/** A template to begin with, where the service has no example. */
export const firstTemplate = (service: WebhookTemplate | undefined): string => {
  if (service?.payloadTemplate) return service.payloadTemplate;
  const isText = service?.headers['Content-Type']?.startsWith('text/') === true;
  return isText ? '{{.Title}}\n{{.Message}}\n' : '{\n  "text": "{{.Title}}: {{.Message}}"\n}\n';
};
