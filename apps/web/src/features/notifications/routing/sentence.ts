// A plain sentence that says what a destination gets.
import { perLanguage } from '../../../lib/language/format.ts';
import { messages as typeTexts } from '../../../ui/alerts/type-messages.ts';
import { messages } from './messages.ts';
import type { Routed } from './routed.ts';
import { daysText, week } from './week.ts';

/** From an id to the name that people know. */
export interface RouteNames {
  site(id: string): string;
  instance(id: string): string;
  node(id: string): string;
}

const lists = perLanguage((tag) => new Intl.ListFormat(tag, { type: 'disjunction' }));
const MAX_NAMED = 3;

/** "a, b or c", "a, b, c or 4 more". */
function either(names: readonly string[]): string {
  const rest = names.length - MAX_NAMED;
  const named = names.slice(0, MAX_NAMED);
  return lists().format(rest > 0 ? [...named, messages.more(rest)] : named);
}

export function routeSentence(
  { routing, resolutions }: Pick<Routed, 'routing' | 'resolutions'>,
  names: RouteNames,
): string {
  const { minLevel, types, sites = [], instances, nodes, tags, hours } = routing;
  const texts = messages.sentence;
  const parts = [
    texts.alerts[minLevel],
    types.length > 0 && texts.about(either(types.map(typeTexts.name))),
    instances.length > 0 && texts.of(either(instances.map(names.instance))),
    sites.length > 0 && texts.at(either(sites.map(names.site))),
    nodes.length > 0 && texts.on(either(nodes.map(names.node))),
    tags.length > 0 && texts.tagged(either(tags), tags.length),
  ];
  const what = parts.filter((part) => part !== false).join(' ');
  const sentences = [
    hours ? texts.gets(what, hoursText(hours)) : texts.gets(what, texts.always),
    hours && texts.waits,
    minLevel === 'critical' && texts.escalations,
    !resolutions && texts.noEnds,
  ];
  return sentences.filter(Boolean).join(' ');
}

/** "Mon–Fri from 22:00 to 06:00 of the next day". */
function hoursText({ days, start, end, timezone }: NonNullable<Routed['routing']['hours']>): string {
  const texts = messages.sentence;
  const zone = timezone === '' ? '' : ` (${timezone})`;
  const day = days.length === week.length ? texts.daily : daysText(days);
  return `${(end > start ? texts.hours : texts.night)(day, start, end)}${zone}`;
}
