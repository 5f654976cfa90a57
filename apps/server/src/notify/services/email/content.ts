// What a message says, before it becomes text and HTML.
import { formatDuration } from '@belfry/domain/format';
import type { Notice, NoticeAlert } from '../../notice.ts';
import type { Message } from '../../notifier.ts';
import { type Fact, factsOf } from '../../text/facts.ts';
import { insteadText } from '../../text/instead.ts';
import { alertLink, linkName, resourceLink } from '../../text/links.ts';
import { nameIn } from '../../text/names.ts';
import { sentenceOf, summaryOf, titleOf } from '../../text/title.ts';
import { thresholdText, valueText } from '../../text/value.ts';
import { affectsText, andMore, type Urgency, urgencyOf, urgencyWord } from '../../text/words.ts';

export interface Content {
  urgency: Urgency;
  /** "Critical", or what kind of message it is. */
  label: string;
  title: string;
  summary: string;
  /** Of the only alert. */
  facts: readonly Fact[];
  /** Of several alerts, the worst first. */
  entries: readonly Entry[];
  /** "and 940 more", or empty. */
  left: string;
  /** The alert, or all of them, and the page of the resource. */
  links: readonly { name: string; url: string }[];
}

export interface Entry {
  urgency: Urgency;
  label: string;
  name: string;
  line: string;
  /** "93 % (threshold 80 %)", "pve1", "for 5m" */
  details: readonly string[];
}

/** It says what the list below it contains. */
const DIGEST = 'These alerts began in hours without notifications, and are still active.';
const MAX_ENTRIES = 100;
/** The coloured line and the summary say these already. */
const said: ReadonlySet<string> = new Set(['Level', 'Affects']);

export function contentOf({ notice, publicUrl }: Pick<Message, 'notice' | 'publicUrl'>): Content {
  const { alerts } = notice;
  const [first] = alerts;
  const urgency = urgencyOf(notice);
  const isGroup = alerts.length > 1;
  const isTest = notice.kind === 'test';
  return {
    urgency,
    label: urgencyWord[urgency],
    title: isTest ? titleOf(notice) : titleOf(notice).replace(/^(Critical|Warning|Resolved): /, ''),
    summary: isGroup && notice.kind === 'digest' ? `${DIGEST} ${insteadText(notice)}`.trim() : summaryOf(notice),
    facts: first && !isGroup && !isTest ? factsOf(notice, first).filter(({ name }) => !said.has(name)) : [],
    entries: isGroup ? alerts.slice(0, MAX_ENTRIES).map((entry) => entryOf(notice, entry)) : [],
    left: isGroup ? andMore(alerts.length - MAX_ENTRIES) : '',
    links: linksOf({ notice, publicUrl }),
  };
}

function linksOf(message: Pick<Message, 'notice' | 'publicUrl'>): Content['links'] {
  const url = alertLink(message);
  const resource = resourceLink(message);
  if (url === undefined) return [];
  return [{ name: linkName(message.notice), url }, ...(resource ? [resource] : [])];
}

function entryOf(notice: Notice, entry: NoticeAlert): Entry {
  const { alert, duration } = entry;
  const urgency = urgencyOf(notice, entry);
  const [value, threshold] = [valueText(alert), thresholdText(alert)];
  const isOver = notice.kind === 'resolved';
  const affects = isOver ? '' : affectsText(alert);
  return {
    urgency,
    label: urgencyWord[urgency],
    name: nameIn(notice, entry),
    line: sentenceOf(notice, entry),
    details: [
      isOver ? '' : value && threshold ? `${value} (threshold ${threshold})` : value,
      isOver ? '' : `for ${formatDuration(duration)}`,
      affects && `affects ${affects}`,
    ].filter(Boolean),
  };
}
