// Telegram's bots: sendMessage in HTML mode.
import type { Webhook } from '@belfry/schema/notifications/webhook';
import * as z from 'zod';
import { bodyOf } from '../../text/body.ts';
import { cut } from '../../text/cut.ts';
import { alertLink, linkName, resourceLink } from '../../text/links.ts';
import { titleOf } from '../../text/title.ts';
import { urgencyOf, urgencySign } from '../../text/words.ts';
import { escapeHtml } from '../markdown.ts';
import { jsonReceipt, objectIn } from '../receipt.ts';
import type { Moved, Reply, WebhookService } from '../webhook.ts';

/** Of the text. Telegram counts it without markup, so this is on the safe side. */
const MOST = 4096;
const escaped = { escape: escapeHtml };

export const telegram: WebhookService = {
  key: 'telegram',
  title: 'Telegram',
  // For one group.
  perMinute: 20,
  urlPattern: 'https://api.telegram.org/bot{token}/sendMessage?chat_id={chat_id}',
  instructions:
    'Create a bot with @BotFather and put its token into the URL. chat_id is the number of a chat or the @name of a channel. The bot must be a member of it.',
  check: ({ url, customFields }) =>
    chatOf(url, customFields) === ''
      ? 'Telegram needs the chat: add ?chat_id= with its number or the @name of a channel to the URL.'
      : undefined,
  receipt: jsonReceipt('{"ok": true}', ({ ok }) => ok === true),
  moved: movedTo,
  render({ notice, publicUrl }, { url, customFields }) {
    const title = `<b>${urgencySign[urgencyOf(notice)]} ${cut(titleOf(notice), 500, escaped)}</b>`;
    const link = alertLink({ notice, publicUrl });
    const resource = resourceLink({ notice, publicUrl });
    const links = [link ? anchor(link, linkName(notice)) : '', resource ? anchor(resource.url, resource.name) : ''];
    const end = link ? `\n${links.filter(Boolean).join(' · ')}` : '';
    const text = bodyOf(notice, MOST - title.length - end.length - 1, escaped);
    return [
      {
        url: withoutChat(url),
        body: {
          chat_id: chatOf(url, customFields),
          text: `${title}\n${text}${end}`,
          parse_mode: 'HTML',
          link_preview_options: { is_disabled: true },
        },
      },
    ];
  },
};

const Upgraded = z.object({ parameters: z.object({ migrate_to_chat_id: z.int() }) });

/** A group that becomes a supergroup has another number from then on, and the answer names it. */
function movedTo({ body }: Reply, webhook: Webhook): Moved | undefined {
  const chat = Upgraded.safeParse(objectIn(body)).data?.parameters.migrate_to_chat_id;
  if (chat === undefined) return undefined;
  const address = String(chat);
  const url = new URL(webhook.url);
  const isInUrl = Boolean(url.searchParams.get('chat_id')?.trim());
  if (isInUrl) url.searchParams.set('chat_id', address);
  const customFields = isInUrl ? webhook.customFields : { ...webhook.customFields, chat_id: address };
  return { address, webhook: { ...webhook, url: url.href, customFields } };
}

const anchor = (url: string, name: string): string =>
  `<a href="${cut(url, 500, escaped)}">${cut(name, 100, escaped)}</a>`;

/** In the URL, or as a custom field. */
const chatOf = (url: string, customFields: Readonly<Record<string, string>>): string =>
  URL.parse(url)?.searchParams.get('chat_id')?.trim() || customFields.chat_id?.trim() || '';

function withoutChat(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('chat_id');
  return url.href;
}
