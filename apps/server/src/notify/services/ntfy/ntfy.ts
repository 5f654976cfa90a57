// ntfy: its JSON form, which is sent to the root of the server and needs no encoded headers.
import { bodyOf } from '../../text/body.ts';
import { cut, utf8Size } from '../../text/cut.ts';
import { alertLink } from '../../text/links.ts';
import { titleOf } from '../../text/title.ts';
import { type Urgency, urgencyOf } from '../../text/words.ts';
import { isId, jsonReceipt } from '../receipt.ts';
import type { WebhookService } from '../webhook.ts';

/** Bytes. What is longer becomes an attachment. */
const limits = { title: 250, message: 4000 };
/** 5 is "urgent", 4 "high", 3 the default. */
const priorities: Record<Urgency, number> = { critical: 5, warning: 4, resolved: 3, information: 3 };
const tags: Record<Urgency, string> = {
  critical: 'rotating_light',
  warning: 'warning',
  resolved: 'white_check_mark',
  information: 'bell',
};

export const ntfy: WebhookService = {
  key: 'ntfy',
  title: 'ntfy',
  perMinute: 60,
  urlPattern: 'https://ntfy.sh/{topic}',
  instructions:
    'Put the address of the server and a topic that nobody can guess into the URL. A protected topic needs a header named Authorization with "Bearer" and an access token. The text of a template is sent as the message.',
  isText: true,
  check: ({ url }) =>
    topicOf(url)
      ? undefined
      : 'ntfy needs a topic in the URL, with letters, digits, "-" and "_": https://ntfy.sh/topic',
  // What takes messages for ntfy may leave out the rest of its answer.
  receipt: jsonReceipt('{"id": …}', ({ id }) => isId(id)),
  render({ notice, publicUrl }, { url }) {
    const urgency = urgencyOf(notice);
    const link = alertLink({ notice, publicUrl });
    return [
      {
        url: rootOf(url),
        body: {
          topic: topicOf(url),
          title: cut(titleOf(notice), limits.title, { size: utf8Size }),
          message: bodyOf(notice, limits.message, { size: utf8Size }),
          priority: priorities[urgency],
          tags: [tags[urgency]],
          ...(link && { click: link }),
        },
      },
    ];
  },
  renderText(text, { notice, publicUrl }) {
    const urgency = urgencyOf(notice);
    const link = alertLink({ notice, publicUrl });
    return {
      body: text,
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        title: encoded(cut(titleOf(notice), limits.title, { size: utf8Size })),
        priority: String(priorities[urgency]),
        tags: tags[urgency],
        ...(link && { click: encoded(link) }),
      },
    };
  },
};

const topicOf = (url: string): string | undefined => /\/([\w-]{1,64})\/?$/.exec(URL.parse(url)?.pathname ?? '')?.[1];

function rootOf(address: string): string {
  const url = new URL(address);
  url.pathname = url.pathname.replace(/[^/]+\/?$/, '');
  return url.href;
}

/** RFC 2047, which ntfy decodes. */
const encoded = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;
