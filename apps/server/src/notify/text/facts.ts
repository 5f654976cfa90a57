// The facts about one alert, as pairs of a name and a value, for services that show tables.

import { typeName } from '@belfry/domain/alerts/type-names';
import { formatDuration } from '@belfry/domain/format';
import { localTime } from '../../lib/local-time.ts';
import type { Notice, NoticeAlert } from '../notice.ts';
import { thresholdText, valueText } from './value.ts';
import { affectsText, reasonText, urgencyOf, urgencyWord } from './words.ts';

export interface Fact {
  name: string;
  value: string;
}

/** The most important first. A fact without a value is left out. */
export function factsOf(notice: Pick<Notice, 'kind' | 'alerts' | 'timeZone'>, entry: NoticeAlert): Fact[] {
  const { alert, duration, reason, escalation } = entry;
  const threshold = thresholdText(alert);
  const value = valueText(alert);
  const isOver = notice.kind === 'resolved';
  const facts: Record<string, string> = {
    Level: urgencyWord[urgencyOf(notice, entry)],
    Resource: alert.resourceName,
    Type: typeName(alert.type),
    Value: value && threshold ? `${value} (threshold ${threshold})` : value,
    Node: alert.node === alert.resourceName ? '' : alert.node,
    Instance: alert.instance === alert.resourceName ? '' : alert.instance,
    Started: localTime(Date.parse(alert.startTime), notice.timeZone),
    Duration: formatDuration(duration),
    Ended: isOver ? reasonText(reason) : '',
    Affects: isOver ? '' : affectsText(alert),
    Escalation: escalation === undefined ? '' : `level ${escalation}`,
  };
  return Object.entries(facts).flatMap(([name, value]) => (value ? [{ name, value }] : []));
}
