// Pushover's message API.
import { bodyOf } from '../../text/body.ts';
import { cut } from '../../text/cut.ts';
import { alertLink, linkName } from '../../text/links.ts';
import { titleOf } from '../../text/title.ts';
import { type Urgency, urgencyOf } from '../../text/words.ts';
import { jsonReceipt } from '../receipt.ts';
import type { WebhookService } from '../webhook.ts';

const limits = { title: 250, message: 1024, url: 512 };
const priorities: Record<Urgency, number> = { critical: 1, warning: 0, resolved: 0, information: 0 };
/** Repeated until a person confirms it, every `retry` seconds for `expire` seconds. */
const EMERGENCY = 2;
const retry = { least: 30, most: 10_800, otherwise: 60 };
const expire = { least: 30, most: 10_800, otherwise: 3600 };

export const pushover: WebhookService = {
  key: 'pushover',
  title: 'Pushover',
  perMinute: 60,
  urlPattern: 'https://api.pushover.net/1/messages.json',
  instructions:
    'Create an application at pushover.net. Put its token into app_token and your user or group key into user_token. Optional custom fields: priority (2 repeats critical alerts until somebody confirms them, with retry and expire in seconds), sound, device.',
  requiredFields: { app_token: 'Application Token', user_token: 'User Key' },
  receipt: jsonReceipt('{"status": 1}', ({ status }) => status === 1),
  render({ notice, publicUrl }, { customFields }) {
    const urgency = urgencyOf(notice);
    const wanted = customFields.priority?.trim();
    const priority =
      urgency === 'critical' && wanted && /^(-[12]|[012])$/.test(wanted) ? Number(wanted) : priorities[urgency];
    const link = alertLink({ notice, publicUrl });
    const { app_token: token, user_token: user, sound, device } = customFields;
    return [
      {
        body: {
          token,
          user,
          title: cut(titleOf(notice), limits.title),
          message: bodyOf(notice, limits.message),
          priority,
          ...(priority === EMERGENCY && {
            retry: bounded(customFields.retry, retry),
            expire: bounded(customFields.expire, expire),
          }),
          timestamp: Math.floor(notice.at / 1000),
          ...(sound && { sound }),
          ...(device && { device }),
          ...(link && link.length <= limits.url && { url: link, url_title: linkName(notice) }),
        },
      },
    ];
  },
};

function bounded(text: string | undefined, { least, most, otherwise }: typeof retry): number {
  const seconds = Number.parseInt(text ?? '', 10);
  return Number.isNaN(seconds) ? otherwise : Math.min(most, Math.max(least, seconds));
}
