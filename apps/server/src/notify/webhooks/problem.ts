// What keeps a webhook from being used.

import { otherWords } from '@belfry/domain/sentences/english';
import type { Webhook } from '@belfry/schema/notifications/webhook';
import type { Outgoing } from '../../lib/outgoing/outgoing.ts';
import { type Refused, refuseField, refuseWith } from '../../lib/refusal.ts';
import { webhookService } from '../services/registry.ts';
import { checkTemplate } from '../template/check.ts';
import type { TemplateError } from '../template/position.ts';

export type Checked = Pick<Webhook, 'service' | 'url' | 'template' | 'customFields'>;

/** Undefined when it can be used. */
export function problemOf(webhook: Checked, problemOfUrl: Outgoing['problemOfUrl']): Refused | undefined {
  const { service: key, url, template, customFields } = webhook;
  const wrongUrl = problemOfUrl(url);
  if (wrongUrl !== undefined)
    return refuseField('bad_request', 'url', { id: 'webhook.url', values: { problem: wrongUrl } });
  const service = webhookService(key);
  for (const [name, title] of Object.entries(service.requiredFields ?? {}))
    if (!customFields[name]?.trim())
      return refuseField('bad_request', `customFields.${name}`, {
        id: 'webhook.needsField',
        values: { service: service.title, field: name, example: title },
      });
  const wrong = service.check?.(webhook);
  if (wrong !== undefined) return refuseField('bad_request', 'url', otherWords(wrong));
  const error = template.trim() === '' ? undefined : checkTemplate(template, webhook, { isText: service.isText });
  return error && refusedTemplate(error);
}

export const refusedTemplate = ({ message, line, column }: TemplateError): Refused =>
  refuseWith('bad_request', {
    sentence: otherWords(message),
    details: { template: otherWords(message) },
    more: { line, column },
  });
