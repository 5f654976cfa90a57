// The API of Apprise, which passes messages on to many other services.
import { bodyOf } from '../../text/body.ts';
import { cut } from '../../text/cut.ts';
import { titleOf } from '../../text/title.ts';
import { alertsLink, type Urgency, urgencyOf } from '../../text/words.ts';
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
  // 204: Apprise found no service to which it could send.
  accepts: ({ status }) => status >= 200 && status < 300 && status !== 204,
  render({ notice, publicUrl }, { customFields: { tag, urls } }) {
    const link = alertsLink(publicUrl);
    return [
      {
        body: {
          title: cut(titleOf(notice), 250),
          body: [bodyOf(notice, 4000), ...(link ? [link] : [])].join('\n'),
          type: types[urgencyOf(notice)],
          format: 'text',
          ...(tag && { tag }),
          ...(urls && { urls }),
        },
      },
    ];
  },
};
