// The title of a message and its summary of one or two lines.

import { typeName } from '@belfry/domain/alerts/type-names';
import { formatDuration, plural } from '@belfry/domain/format';
import type { Notice, NoticeAlert, NoticeKind } from '../notice.ts';
import { affectsText, listed, reasonText, urgencyOf, urgencyWord } from './words.ts';

/** "Critical: web-1 – CPU usage", "Reminder: 2 critical and 1 warning alerts" */
export function titleOf(notice: Notice): string {
  const { kind, alerts } = notice;
  const [first] = alerts;
  if (kind === 'test' || !first) return 'Test notification';
  const prefix = prefixOf(notice, first);
  if (alerts.length > 1)
    return kind === 'resolved' ? `${plural(alerts.length, 'alert')} resolved` : capital(`${prefix}${countsOf(alerts)}`);
  const { resourceName, type } = first.alert;
  return prefix ? `${prefix}${resourceName} – ${typeName(type)}` : entryTitle(notice, first);
}

/** One alert of a group: "Critical: web-1 – CPU usage" */
export const entryTitle = (notice: Notice, entry: NoticeAlert): string =>
  `${urgencyWord[urgencyOf(notice, entry)]}: ${entry.alert.resourceName} – ${typeName(entry.alert.type)}`;

const prefixes: Record<NoticeKind, string> = {
  raised: '',
  level: '',
  resolved: '',
  test: '',
  flapping: 'Flapping: ',
  reminder: 'Reminder: ',
  escalated: 'Escalated: ',
  digest: 'After quiet hours: ',
};

const prefixOf = ({ kind }: Notice, { escalation }: NoticeAlert): string =>
  kind === 'escalated' && escalation !== undefined ? `Escalated (level ${escalation}): ` : prefixes[kind];

/** "2 critical and 58 warning alerts", "2 critical and 1 warning alert" */
function countsOf(alerts: readonly NoticeAlert[]): string {
  const critical = alerts.filter(({ alert }) => alert.level === 'critical').length;
  const warning = alerts.length - critical;
  if (warning === 0) return plural(critical, 'critical alert');
  return `${critical > 0 ? `${critical} critical and ` : ''}${plural(warning, 'warning alert')}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What is the matter with one alert, in one line: "VM web-1 (101): CPU usage is 93 %." */
export function lineOf({ kind }: Pick<Notice, 'kind'>, { alert, duration, reason }: NoticeAlert): string {
  const message = alert.message.trim() || `${alert.resourceName}: ${typeName(alert.type)}`;
  if (kind !== 'resolved') return message;
  return `${message} ${reasonText(reason)}, after ${formatDuration(duration)}.`;
}

const MOST_NAMED = 3;

/** The line of its only alert, or the names of the first resources. */
export function summaryOf(notice: Notice): string {
  const { kind, alerts } = notice;
  const [first] = alerts;
  if (kind === 'test' || !first) return 'This is a test. Notifications of Belfry arrive here.';
  if (alerts.length > 1) {
    const names = [...new Set(alerts.map(({ alert }) => alert.resourceName))];
    return listed(names.slice(0, MOST_NAMED), names.length);
  }
  const affects = affectsText(first.alert);
  return `${lineOf(notice, first)}${kind !== 'resolved' && affects ? ` Affects ${affects}.` : ''}`;
}
