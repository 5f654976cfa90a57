// Gotify: a message of an application.
import { bodyOf } from '../../text/body.ts';
import { cut } from '../../text/cut.ts';
import { alertLink } from '../../text/links.ts';
import { titleOf } from '../../text/title.ts';
import { type Urgency, urgencyOf } from '../../text/words.ts';
import { isId, jsonReceipt } from '../receipt.ts';
import type { WebhookService } from '../webhook.ts';

const priorities: Record<Urgency, number> = { critical: 10, warning: 5, resolved: 2, information: 2 };

export const gotify: WebhookService = {
  key: 'gotify',
  title: 'Gotify',
  perMinute: 120,
  urlPattern: 'https://{server}/message?token={token}',
  instructions: 'In Gotify, create an application and put its token into the URL, or into a header named X-Gotify-Key.',
  // What takes messages for Gotify may leave out the rest of its answer.
  receipt: jsonReceipt('{"id": …}', ({ id }) => isId(id)),
  render({ notice, publicUrl }) {
    const link = alertLink({ notice, publicUrl });
    return [
      {
        body: {
          title: cut(titleOf(notice), 250),
          message: bodyOf(notice, 8000),
          priority: priorities[urgencyOf(notice)],
          extras: {
            // Otherwise names could be Markdown.
            'client::display': { contentType: 'text/plain' },
            ...(link && { 'client::notification': { click: { url: link } } }),
          },
        },
      },
    ];
  },
};
