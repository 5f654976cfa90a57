// The facts about one alert, as pairs of a name and a value, for services that show tables.
import { englishWords, type Words } from '@belfry/domain/sentences/words';
import type { Notice, NoticeAlert } from '../notice.ts';
import { changeFact } from './change.ts';
import { endOf, timeText } from './end.ts';
import { forecastText } from './forecast.ts';
import { valueText, withThreshold } from './value.ts';
import { affectsText, reasonText, typeText, urgencyOf, urgencyWord } from './words.ts';

/** `name` is in the language of the reader. That of a change says how long before the alert it was made. */
export interface Fact {
  id: FactId;
  name: string;
  value: string;
}

/** The most important first. */
const order = [
  ...[
    'level',
    'resource',
    'type',
    'value',
    'before',
    'lastValue',
    'node',
    'instance',
    'site',
    'started',
    'ended',
    'duration',
  ],
  ...['affects', 'forecast', 'escalation', 'reason', 'change'],
] as const;
type FactId = (typeof order)[number];

/** A fact without a value is left out. */
export function factsOf(notice: Pick<Notice, 'kind' | 'alerts' | 'timeZone' | 'words'>, entry: NoticeAlert): Fact[] {
  const { alert, duration, reason, escalation } = entry;
  const { words = englishWords } = notice;
  const isOver = notice.kind === 'resolved';
  const change = changeFact(entry, notice);
  const values: Partial<Record<FactId, string>> = {
    level: urgencyWord(urgencyOf(notice, entry), words),
    resource: alert.resourceName,
    type: typeText(alert.type, words),
    ...valueFacts(entry, isOver, words),
    node: alert.node === alert.resourceName ? '' : alert.node,
    instance: alert.instance === alert.resourceName ? '' : alert.instance,
    site: entry.site ?? '',
    started: timeText(Date.parse(alert.startTime), notice),
    ended: isOver ? timeText(endOf(entry), notice) : '',
    duration: words.duration(duration),
    affects: isOver ? '' : affectsText(alert, words),
    forecast: isOver ? '' : forecastText(entry, notice),
    escalation: escalation === undefined ? '' : words.say({ id: 'escalation.level', values: { level: escalation } }),
    reason: isOver ? reasonText(reason, words) : '',
    change: change?.value ?? '',
  };
  return order.flatMap((id) => {
    const value = values[id];
    if (!value) return [];
    return [{ id, name: id === 'change' ? (change?.name ?? '') : words.say({ id: `fact.${id}` }), value }];
  });
}

/** At the end, the value of now and the last one of the alert. */
function valueFacts({ alert, now }: NoticeAlert, isOver: boolean, words: Words): Partial<Record<FactId, string>> {
  const value = valueText(alert, words);
  if (!isOver) return { value: withThreshold(value, alert, words) };
  const present = now ? valueText({ ...alert, value: now.value }, words) : '';
  return present
    ? { value: withThreshold(present, alert, words), before: value }
    : { lastValue: withThreshold(value, alert, words) };
}
