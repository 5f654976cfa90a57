// The text of a message for services that show plain text.
import type { Notice } from '../notice.ts';
import { type CutOptions, cut } from './cut.ts';
import { type Fact, factsOf } from './facts.ts';
import { insteadText } from './instead.ts';
import { lineOf, summaryOf } from './title.ts';
import { andMore, urgencyOf, urgencySign } from './words.ts';

/** They are in the title or in the summary already. */
const inTitle: ReadonlySet<string> = new Set(['level', 'resource', 'type', 'reason', 'affects'] satisfies Fact['id'][]);
const inEnd: ReadonlySet<string> = new Set(['started', 'ended', 'duration'] satisfies Fact['id'][]);
const LONGEST_LINE = 500;
const MAX_LINES = 100;

/**
 * The summary and the facts of one alert, or a line for each alert of a group: as many as fit into `most`, and how many are left
 * out.
 */
export function bodyOf(notice: Notice, most: number, options: CutOptions = {}): string {
  const { size = (text: string) => text.length } = options;
  const { kind, alerts, words } = notice;
  const [first] = alerts;
  const isGroup = alerts.length > 1 && kind !== 'test';
  const lines = isGroup
    ? alerts.slice(0, MAX_LINES).map((entry) => `${urgencySign[urgencyOf(notice, entry)]} ${lineOf(notice, entry)}`)
    : [summaryOf(notice), ...(first && kind !== 'test' ? factLines(notice, first) : [])];
  const total = isGroup ? alerts.length : lines.length;
  const reserved = size(`\n${andMore(total, words)}`);
  const shown: string[] = [];
  /** The summary of a single alert says it. */
  const instead = isGroup ? cut(insteadText(notice), LONGEST_LINE, options) : '';
  let used = instead ? size(instead) + 1 : 0;
  for (const line of lines) {
    const room = most - used - (shown.length + 1 < total ? reserved : 0);
    const text = cut(line, Math.min(shown.length === 0 ? room : LONGEST_LINE, most), options);
    if (size(text) + 1 > room && shown.length > 0) break;
    shown.push(text);
    used += size(text) + 1;
  }
  const more = isGroup ? andMore(total - shown.length, words) : '';
  return [...(instead ? [instead] : []), ...shown, ...(more ? [more] : [])].join('\n');
}

const factLines = (notice: Notice, first: Notice['alerts'][number]): string[] =>
  factsOf(notice, first)
    .filter(({ id }) => !inTitle.has(id) && !(notice.kind === 'resolved' && inEnd.has(id)))
    .map(({ name, value }) => `${name}: ${value}`);
