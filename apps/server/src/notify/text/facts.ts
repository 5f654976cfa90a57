// The facts about one alert, as pairs of a name and a value, for services that show tables.

import { typeName } from '@belfry/domain/alerts/type-names';
import { formatDuration } from '@belfry/domain/format';
import { localTime } from '../../lib/local-time.ts';
import type { Notice, NoticeAlert } from '../notice.ts';
import { endOf } from './end.ts';
import { thresholdText, valueText } from './value.ts';
import { affectsText, reasonText, urgencyOf, urgencyWord } from './words.ts';

export interface Fact {
  name: string;
  value: string;
}

/** The most important first. A fact without a value is left out. */
export function factsOf(notice: Pick<Notice, 'kind' | 'alerts' | 'timeZone'>, entry: NoticeAlert): Fact[] {
  const { alert, duration, reason, escalation } = entry;
  const isOver = notice.kind === 'resolved';
  const facts: Record<string, string> = {
    Level: urgencyWord[urgencyOf(notice, entry)],
    Resource: alert.resourceName,
    Type: typeName(alert.type),
    ...valueFacts(entry, isOver),
    Node: alert.node === alert.resourceName ? '' : alert.node,
    Instance: alert.instance === alert.resourceName ? '' : alert.instance,
    Started: localTime(Date.parse(alert.startTime), notice.timeZone),
    Ended: isOver ? localTime(endOf(entry), notice.timeZone) : '',
    Duration: formatDuration(duration),
    Affects: isOver ? '' : affectsText(alert),
    Escalation: escalation === undefined ? '' : `level ${escalation}`,
    Reason: isOver ? reasonText(reason) : '',
  };
  return Object.entries(facts).flatMap(([name, value]) => (value ? [{ name, value }] : []));
}

/** At the end, the value of now and the last one of the alert. */
function valueFacts({ alert, now }: NoticeAlert, isOver: boolean): Record<string, string> {
  const threshold = thresholdText(alert);
  const withThreshold = (value: string) => (value && threshold ? `${value} (threshold ${threshold})` : value);
  const value = valueText(alert);
  if (!isOver) return { Value: withThreshold(value) };
  const present = now ? valueText({ ...alert, value: now.value }) : '';
  return present ? { Value: withThreshold(present), Before: value } : { 'Last value': withThreshold(value) };
}
