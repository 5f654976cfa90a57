// PagerDuty's Events API v2. Each alert is an event of its own. A repeated event has the same dedup_key, so it opens no second
// incident.
import { createHash } from 'node:crypto';
import { englishWords } from '@belfry/domain/sentences/words';
import type { Alert } from '@belfry/schema/entities/alert';
import type { NoticeAlert } from '../../notice.ts';
import type { Message } from '../../notifier.ts';
import { cut } from '../../text/cut.ts';
import { factsOf } from '../../text/facts.ts';
import { insteadText } from '../../text/instead.ts';
import { alertLink, resourceLink } from '../../text/links.ts';
import { lineOf, titleOf } from '../../text/title.ts';
import { jsonReceipt } from '../receipt.ts';
import type { WebhookService } from '../webhook.ts';

const limits = { summary: 1024, dedupKey: 255, detail: 1024, name: 255 };
const TEST_KEY = 'belfry-test';

export const pagerduty: WebhookService = {
  key: 'pagerduty',
  title: 'PagerDuty',
  perMinute: 120,
  urlPattern: 'https://events.pagerduty.com/v2/enqueue',
  instructions:
    'In PagerDuty, add the integration "Events API V2" to the service and put its integration key into the custom field routing_key. A test opens an incident and resolves it at once.',
  requiredFields: { routing_key: 'Integration Key' },
  receipt: jsonReceipt('{"status": "success"}', ({ status }) => status === 'success'),
  render(message, { customFields }) {
    const { notice } = message;
    const base = { routing_key: customFields.routing_key };
    const [first] = notice.alerts;
    if (notice.kind === 'test') {
      const payload = first ? [{ body: { ...base, ...trigger(message, first), dedup_key: TEST_KEY } }] : [];
      return [...payload, { body: { ...base, event_action: 'resolve', dedup_key: TEST_KEY } }];
    }
    return notice.alerts.map((entry) => ({
      body: {
        ...base,
        dedup_key: dedupKeyOf(entry.alert),
        ...(notice.kind === 'resolved' ? { event_action: 'resolve' } : trigger(message, entry)),
      },
    }));
  },
};

/** The same for the start and the end of an alert. */
const dedupKeyOf = ({ id }: Pick<Alert, 'id'>): string =>
  Buffer.byteLength(id) <= limits.dedupKey ? id : createHash('sha256').update(id).digest('hex');

function trigger({ notice, publicUrl }: Message, entry: NoticeAlert): object {
  const { kind, words = englishWords } = notice;
  const { alert } = entry;
  const single = { kind, at: notice.at, alerts: [entry], words };
  const link = alertLink({ notice: single, publicUrl });
  const resource = resourceLink({ notice: single, publicUrl });
  const instead = insteadText(notice);
  const details = factsOf(single, entry).map(({ name, value }) => [name, cut(value, limits.detail)]);
  return {
    event_action: 'trigger',
    payload: {
      summary: cut(`${titleOf(single)}. ${lineOf(notice, entry)}`, limits.summary),
      source: cut(alert.resourceName, limits.name) || 'Belfry',
      severity: kind === 'test' ? 'info' : alert.level,
      timestamp: alert.startTime,
      component: cut(alert.resourceName, limits.name),
      group: cut(alert.node || alert.instance, limits.name),
      class: cut(alert.type, limits.name),
      custom_details: Object.fromEntries(
        instead ? [...details, [words.say({ id: 'fact.notification' }), cut(instead, limits.detail)]] : details,
      ),
    },
    client: 'Belfry',
    ...(link && {
      client_url: link,
      links: [
        { href: link, text: words.say({ id: 'link.alert' }) },
        ...(resource ? [{ href: resource.url, text: cut(resource.name, limits.name) }] : []),
      ],
    }),
  };
}
