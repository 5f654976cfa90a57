// Any receiver of JSON. Without a template it gets all that is known about the alerts.
import { englishWords, type Words } from '@belfry/domain/sentences/words';
import type { Notice, NoticeAlert } from '../../notice.ts';
import { changeLine } from '../../text/change.ts';
import { forecastText } from '../../text/forecast.ts';
import { alertLink, resourceUrl } from '../../text/links.ts';
import { summaryOf, titleOf } from '../../text/title.ts';
import type { WebhookService } from '../webhook.ts';

/** No receiver is sent a body of many megabytes. */
const MAX_ALERTS = 500;

export const generic: WebhookService = {
  key: 'generic',
  title: 'Generic',
  perMinute: 60,
  urlPattern: 'https://example.com/webhook',
  instructions:
    'Belfry sends JSON to any address by POST, PUT or PATCH. Leave the template empty for a message with all data, or write one that gives the JSON that the receiver expects.',
  example: `{
  "title": "{{.Title}}",
  "text": "{{.Message}}",
  "level": "{{.Level}}",
  "resource": "{{.ResourceName}}",
  "value": "{{.ValueFormatted}}",
  "duration": "{{.Duration}}",
  "time": "{{.Timestamp}}"
}`,
  // Nothing is known about the receiver but that a program answers with no web page.
  receipt: { looks: 'HTTP 200', isIn: () => true },
  render({ key, notice, publicUrl }, { method }) {
    const { kind, alerts, at, insteadOf, words = englishWords } = notice;
    const shown = alerts.slice(0, MAX_ALERTS).map((entry) => alertOf(entry, publicUrl, { kind, words }));
    const url = alertLink({ notice, publicUrl });
    return [
      {
        method,
        body: {
          id: key,
          kind,
          title: titleOf(notice),
          message: summaryOf(notice),
          alert: shown[0],
          ...(alerts.length > 1 && { alerts: shown }),
          count: alerts.length,
          grouped: alerts.length > 1,
          timestamp: Math.floor(at / 1000),
          source: 'belfry',
          ...(insteadOf && { instead_of: insteadOf.name, ...(insteadOf.why && { reason: insteadOf.why }) }),
          ...(url && { url }),
        },
      },
    ];
  },
};

function alertOf(entry: NoticeAlert, publicUrl: string, { kind, words }: { kind: Notice['kind']; words: Words }) {
  const { alert, occurrence, duration, resolvedAt, reason, now, escalation, site } = entry;
  const url = resourceUrl(entry, publicUrl);
  const change = changeLine(entry, { kind, words });
  const forecast = forecastText(entry, { words });
  return {
    id: alert.id,
    occurrence,
    level: alert.level,
    type: alert.type,
    resource_id: alert.resourceId,
    resource_name: alert.resourceName,
    node: alert.node,
    instance: alert.instance,
    ...(site !== undefined && { site }),
    message: alert.message,
    value: alert.value,
    threshold: alert.threshold,
    start_time: alert.startTime,
    duration: words.duration(duration),
    acknowledged: alert.acknowledged,
    ...(resolvedAt !== undefined && { resolved_time: new Date(resolvedAt).toISOString() }),
    ...(reason && { reason }),
    // `value` stays that of the alert.
    ...(now && { end_value: now.value }),
    ...(escalation !== undefined && { escalation }),
    ...(url && { resource_url: url }),
    ...(change && { change }),
    ...(forecast && { forecast }),
  };
}
