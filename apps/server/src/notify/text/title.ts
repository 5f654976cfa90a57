// The title of a message and its summary of one or two lines.

import { typeName } from '@belfry/domain/alerts/type-names';
import { plural } from '@belfry/domain/format';
import type { Notice, NoticeAlert, NoticeKind } from '../notice.ts';
import { endText } from './end.ts';
import { insteadText, insteadTitle } from './instead.ts';
import { nameIn, placeBefore } from './names.ts';
import { affectsText, listed, urgencyOf, urgencyWord } from './words.ts';

/** "Critical: web-1 – CPU usage", "Reminder: 2 critical and 1 warning alerts" */
export const titleOf = (notice: Notice): string => `${plainTitle(notice)}${insteadTitle(notice)}`;

function plainTitle(notice: Notice): string {
  const { kind, alerts } = notice;
  const [first] = alerts;
  if (kind === 'test' || !first) return 'Test notification';
  const prefix = prefixOf(notice, first);
  if (alerts.length > 1)
    return kind === 'resolved' ? `${plural(alerts.length, 'alert')} resolved` : capital(`${prefix}${countsOf(alerts)}`);
  const { resourceName, type } = first.alert;
  return prefix ? `${prefix}${resourceName} – ${typeName(type)}` : entryTitle(notice, first);
}

/** One alert: "Critical: web-1 – CPU usage"; in a group "Critical: web-1 on pve1 – CPU usage" */
export function entryTitle(notice: Notice, entry: NoticeAlert): string {
  const name = notice.alerts.length > 1 ? nameIn(notice, entry) : entry.alert.resourceName;
  return `${urgencyWord[urgencyOf(notice, entry)]}: ${name} – ${typeName(entry.alert.type)}`;
}

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

type Lined = Pick<Notice, 'kind' | 'alerts' | 'timeZone'>;

/**
 * What is the matter with one alert, in one line: "VM web-1 (101): CPU usage is 93 %." At its end the value of now, or else what was
 * the matter: an old value is never told as the present one. In a group the line names the host: "pve1: VM web-1 (101): …"
 */
export function lineOf(notice: Lined, entry: NoticeAlert): string {
  const sentence = sentenceOf(notice, entry);
  if (notice.alerts.length < 2 || notice.kind === 'test') return sentence;
  if (notice.kind === 'resolved' && entry.now?.message === undefined) return `${nameIn(notice, entry)}: ${sentence}`;
  return placeBefore(sentence, notice, entry) + sentence;
}

/** The line without the host. */
export function sentenceOf(notice: Pick<Notice, 'kind' | 'timeZone'>, entry: NoticeAlert): string {
  const { alert, now } = entry;
  const message = alert.message.trim() || `${alert.resourceName}: ${typeName(alert.type)}`;
  if (notice.kind !== 'resolved') return message;
  const end = endText(notice, entry);
  return now?.message === undefined ? `${end} It was: ${message}` : `${now.message} ${end}`;
}

const MAX_NAMED = 3;

/** The line of its only alert, or the names of the first resources. */
export const summaryOf = (notice: Notice): string => joined(plainSummary(notice), insteadText(notice));

const joined = (...sentences: string[]): string => sentences.filter(Boolean).join(' ');

function plainSummary(notice: Notice): string {
  const { kind, alerts } = notice;
  const [first] = alerts;
  if (kind === 'test' || !first) return 'This is a test. Notifications of Belfry arrive here.';
  if (alerts.length > 1) {
    const names = [...new Set(alerts.map((entry) => nameIn(notice, entry)))];
    return listed(names.slice(0, MAX_NAMED), names.length);
  }
  const affects = affectsText(first.alert);
  return `${lineOf(notice, first)}${kind !== 'resolved' && affects ? ` Affects ${affects}.` : ''}`;
}
