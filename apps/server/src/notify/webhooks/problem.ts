// What keeps a webhook from being used.

import type { Webhook } from '@belfry/schema/notifications/webhook';
import type { Phrase } from '@belfry/schema/phrases';
import type { Outgoing } from '../../lib/outgoing/outgoing.ts';
import { otherWords, type Refused, refuse, refuseWith } from '../../lib/refusal.ts';
import { webhookService } from '../services/registry.ts';
import { checkTemplate } from '../template/check.ts';
import type { TemplateError } from '../template/position.ts';

export type Checked = Pick<Webhook, 'service' | 'url' | 'template' | 'customFields'>;

/** The same words for the whole form and for the field. */
const wrongField = (field: string, text: Phrase): Refused => refuse('bad_request', text, { [field]: text });

/** Undefined when it can be used. */
export function problemOf(webhook: Checked, problemOfUrl: Outgoing['problemOfUrl']): Refused | undefined {
  const { service: key, url, template, customFields } = webhook;
  const wrongUrl = problemOfUrl(url);
  if (wrongUrl !== undefined) return wrongField('url', `Invalid webhook URL: ${wrongUrl}`);
  const service = webhookService(key);
  for (const [name, title] of Object.entries(service.requiredFields ?? {}))
    if (!customFields[name]?.trim())
      return wrongField(`customFields.${name}`, `${service.title} needs the custom field ${name} (${title}).`);
  const wrong = service.check?.(webhook);
  if (wrong !== undefined) return wrongField('url', otherWords(wrong));
  const error = template.trim() === '' ? undefined : checkTemplate(template, webhook, { isText: service.isText });
  return error && refusedTemplate(error);
}

export const refusedTemplate = ({ message, line, column }: TemplateError): Refused =>
  refuseWith('bad_request', { text: otherWords(message), details: { template: message }, more: { line, column } });
