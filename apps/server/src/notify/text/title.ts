// The title of a message and its summary of one or two lines.
import { englishWords, type Words } from '@belfry/domain/sentences/words';
import type { Notice, NoticeAlert } from '../notice.ts';
import { changeLine } from './change.ts';
import { endText } from './end.ts';
import { insteadText, titleWithInstead } from './instead.ts';
import { atSite, nameIn, placeBefore } from './names.ts';
import { affectsText, listed, typeText, urgencyOf, urgencyWord } from './words.ts';

/** "Critical: web-1 – CPU usage", "Reminder: 2 critical and 1 warning alerts" */
export const titleOf = (notice: Notice): string => titleWithInstead(plainTitle(notice, true), notice);

/** The title without the level of its only alert, for services that show the level beside it. */
export const titleWithoutLevel = (notice: Notice): string => titleWithInstead(plainTitle(notice, false), notice);

function plainTitle(notice: Notice, hasLevel: boolean): string {
  const { kind, alerts, words = englishWords } = notice;
  const [first] = alerts;
  if (kind === 'test' || !first) return words.say({ id: 'title.test' });
  const prefix = prefixOf(notice, first, words);
  const before = prefix === '' ? '' : `${prefix}: `;
  if (alerts.length > 1)
    return kind === 'resolved'
      ? words.say({ id: 'title.resolved', values: { count: alerts.length } })
      : `${before}${countsOf(alerts, words)}`;
  return before === '' && hasLevel ? entryTitle(notice, first) : `${before}${named(notice, first)}`;
}

/** "web-1 – CPU usage"; in a group "web-1 on pve1 – CPU usage"; of a site "web-1 in the site Bern – CPU usage" */
function named(notice: Notice, entry: NoticeAlert): string {
  const name = notice.alerts.length > 1 ? nameIn(notice, entry) : atSite(entry.alert.resourceName, entry, notice.words);
  return `${name} – ${typeText(entry.alert.type, notice.words)}`;
}

/** One alert: "Critical: web-1 – CPU usage" */
export const entryTitle = (notice: Notice, entry: NoticeAlert): string =>
  `${urgencyWord(urgencyOf(notice, entry), notice.words)}: ${named(notice, entry)}`;

function prefixOf({ kind }: Notice, { escalation }: NoticeAlert, words: Words): string {
  if (kind === 'escalated' && escalation !== undefined)
    return words.say({ id: 'kind.escalatedTo', values: { level: escalation } });
  return kind === 'raised' || kind === 'level' || kind === 'resolved' || kind === 'test'
    ? ''
    : words.say({ id: `kind.${kind}` });
}

/** "2 critical and 58 warning alerts", "2 critical and 1 warning alert" */
function countsOf(alerts: readonly NoticeAlert[], words: Words): string {
  const critical = alerts.filter(({ alert }) => alert.level === 'critical').length;
  const count = alerts.length - critical;
  if (count === 0) return words.say({ id: 'title.critical', values: { count: critical } });
  if (critical === 0) return words.say({ id: 'title.warning', values: { count } });
  return words.say({ id: 'title.both', values: { critical, count } });
}

type Lined = Pick<Notice, 'kind' | 'alerts' | 'timeZone' | 'words'>;

/**
 * What is the matter with one alert, in one line: "VM web-1 (101): CPU usage is 93 %." At its end the value of now, or else what was
 * the matter: an old value is never told as the present one. In a group the line names the host: "pve1: VM web-1 (101): …"
 */
export function lineOf(notice: Lined, entry: NoticeAlert): string {
  const sentence = sentenceOf(notice, entry);
  if (notice.alerts.length < 2 || notice.kind === 'test') return sentence;
  const change = changeLine(entry, notice);
  const after = change === '' ? '' : ` (${change})`;
  if (notice.kind === 'resolved' && entry.now?.message === undefined)
    return `${nameIn(notice, entry)}: ${sentence}${after}`;
  return `${placeBefore(sentence, notice, entry)}${sentence}${after}`;
}

/** The line without the host. */
export function sentenceOf(notice: Pick<Notice, 'kind' | 'timeZone' | 'words'>, entry: NoticeAlert): string {
  const { alert, now } = entry;
  const { words = englishWords } = notice;
  const message = alert.message.trim() || `${alert.resourceName}: ${typeText(alert.type, words)}`;
  if (notice.kind !== 'resolved') return message;
  const end = endText(notice, entry);
  return now?.message === undefined
    ? words.say({ id: 'alert.was', values: { end, message } })
    : `${now.message} ${end}`;
}

const MAX_NAMED = 3;

/** The line of its only alert, or the names of the first resources. */
export const summaryOf = (notice: Notice): string => joined(plainSummary(notice), insteadText(notice));

const joined = (...sentences: string[]): string => sentences.filter(Boolean).join(' ');

function plainSummary(notice: Notice): string {
  const { kind, alerts, words = englishWords } = notice;
  const [first] = alerts;
  if (kind === 'test' || !first) return words.say({ id: 'summary.test' });
  if (alerts.length > 1) {
    const names = [...new Set(alerts.map((entry) => nameIn(notice, entry)))];
    return listed(names.slice(0, MAX_NAMED), names.length, words);
  }
  const resources = kind === 'resolved' ? '' : affectsText(first.alert, words);
  return joined(lineOf(notice, first), resources && words.say({ id: 'summary.affects', values: { resources } }));
}
