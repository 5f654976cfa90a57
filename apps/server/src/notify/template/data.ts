// The variables of templates.
import { englishWords } from '@belfry/domain/sentences/words';
import type { Alert } from '@belfry/schema/entities/alert';
import type { Webhook } from '@belfry/schema/notifications/webhook';
import type { Notice, NoticeAlert } from '../notice.ts';
import type { Message } from '../notifier.ts';
import { bodyOf } from '../text/body.ts';
import { changeLine } from '../text/change.ts';
import { lineOf, summaryOf, titleOf } from '../text/title.ts';
import { thresholdText, valueText } from '../text/value.ts';
import { reasonText } from '../text/words.ts';
import type { Fields, Value } from './values.ts';

/** AlertCount counts all of them. */
const MAX_ALERTS = 500;
const LONGEST_MESSAGE = 4000;

export type TemplateSettings = Pick<Webhook, 'url' | 'customFields'>;

/** The variables are those of the first alert, the worst; `Alerts` has all of them. A text that does not apply is empty. */
export function dataOf(
  { notice, publicUrl }: Pick<Message, 'notice' | 'publicUrl'>,
  webhook: TemplateSettings,
): Fields {
  const { kind, alerts, at } = notice;
  const [first] = alerts;
  return {
    ...(first && alertFields(notice, first)),
    // Templates that know one alert only show all of them here.
    Message: alerts.length > 1 ? bodyOf(notice, LONGEST_MESSAGE) : first ? lineOf(notice, first) : '',
    Kind: kind,
    Title: titleOf(notice),
    Summary: summaryOf(notice),
    Timestamp: new Date(at).toISOString(),
    Instance: publicUrl,
    CustomFields: new Map(Object.entries(webhook.customFields)),
    AlertCount: alerts.length,
    Alerts: alerts.slice(0, MAX_ALERTS).map((entry) => alertFields(notice, entry)),
    ChatID: URL.parse(webhook.url)?.searchParams.get('chat_id') ?? webhook.customFields.chat_id ?? '',
  };
}

function alertFields(notice: Notice, entry: NoticeAlert): Fields {
  const { alert, duration, reason, escalation } = entry;
  const isOver = notice.kind === 'resolved';
  const { words = englishWords } = notice;
  return {
    ID: alert.id,
    Occurrence: entry.occurrence,
    Level: isOver ? 'resolved' : alert.level,
    Type: alert.type,
    ResourceName: alert.resourceName,
    ResourceID: alert.resourceId,
    ResourceType: alert.metadata?.resourceType ?? '',
    Node: alert.node,
    InstanceName: alert.instance,
    Site: entry.site ?? '',
    Message: lineOf(notice, entry),
    Value: alert.value,
    Threshold: alert.threshold,
    ValueFormatted: valueText(alert, words),
    ThresholdFormatted: thresholdText(alert, words),
    StartTime: alert.startTime,
    Duration: words.duration(duration),
    Reason: isOver ? reasonText(reason, words) : '',
    Escalation: escalation ?? 0,
    Change: changeLine(entry, notice),
    Acknowledged: alert.acknowledged,
    AckTime: alert.ackTime ?? '',
    AckUser: alert.ackUser ?? '',
    Metadata: metadataOf(alert),
  };
}

const metadataOf = ({ metadata = undefined }: Alert): ReadonlyMap<string, Value> =>
  new Map(Object.entries(metadata ?? {}).map(([name, value]) => [name, valueFrom(value)]));

/** Data of rules is plain: texts, numbers, lists and objects of them. */
function valueFrom(found: unknown): Value {
  if (typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean') return found;
  if (Array.isArray(found)) return found.map(valueFrom);
  if (typeof found !== 'object' || found === null) return null;
  return new Map(Object.entries(found).map(([name, value]) => [name, valueFrom(value)]));
}
