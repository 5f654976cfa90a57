// The API of Apprise, which passes messages on to many other services.
import { bodyOf } from '../../text/body.ts';
import { cut } from '../../text/cut.ts';
import { alertLink, resourceLink } from '../../text/links.ts';
import { titleOf } from '../../text/title.ts';
import { type Urgency, urgencyOf } from '../../text/words.ts';
import { objectIn } from '../receipt.ts';
import type { WebhookService } from '../webhook.ts';

const types: Record<Urgency, string> = {
  critical: 'failure',
  warning: 'warning',
  resolved: 'success',
  information: 'info',
};

export const apprise: WebhookService = {
  key: 'apprise',
  title: 'Apprise',
  perMinute: 60,
  urlPattern: 'https://{server}/notify/{key}',
  instructions:
    'The URL ends with the key of a configuration of Apprise. Optional custom fields: tag (who is notified), urls (addresses of Apprise, where the URL has no key).',
  // Newer versions answer with JSON, older ones with a text. 204: nothing is stored under the key.
  receipt: {
    looks: 'HTTP 200, {"error": null}',
    isIn: ({ status, body }) => status === 200 && !objectIn(body)?.error,
  },
  explain: ({ status }) => (status === 204 ? { id: 'delivery.noConfiguration' } : undefined),
  render({ notice, publicUrl }, { customFields: { tag, urls } }) {
    const link = alertLink({ notice, publicUrl });
    const resource = resourceLink({ notice, publicUrl });
    return [
      {
        body: {
          title: cut(titleOf(notice), 250),
          body: [bodyOf(notice, 4000), ...(link ? [link] : []), ...(resource ? [resource.url] : [])].join('\n'),
          type: types[urgencyOf(notice)],
          format: 'text',
          ...(tag && { tag }),
          ...(urls && { urls }),
        },
      },
    ];
  },
};
