// What a message says, before it becomes text and HTML.
import { englishWords } from '@belfry/domain/sentences/words';
import type { Notice, NoticeAlert } from '../../notice.ts';
import type { Message } from '../../notifier.ts';
import { type Fact, factsOf } from '../../text/facts.ts';
import { insteadText } from '../../text/instead.ts';
import { alertLink, linkName, resourceLink } from '../../text/links.ts';
import { nameIn } from '../../text/names.ts';
import { sentenceOf, summaryOf, titleWithoutLevel } from '../../text/title.ts';
import { valueText, withThreshold } from '../../text/value.ts';
import { affectsText, andMore, type Urgency, urgencyOf, urgencyWord } from '../../text/words.ts';

export interface Content {
  /** Of the language, for HTML. */
  tag: string;
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
  footer: string;
}

export interface Entry {
  urgency: Urgency;
  label: string;
  name: string;
  line: string;
  /** "93 % (threshold 80 %)", "pve1", "for 5m" */
  details: readonly string[];
}

const MAX_ENTRIES = 100;
/** The coloured line and the summary say these already. */
const said: ReadonlySet<string> = new Set(['level', 'affects'] satisfies Fact['id'][]);

export function contentOf({ notice, publicUrl }: Pick<Message, 'notice' | 'publicUrl'>): Content {
  const { alerts, words = englishWords } = notice;
  const [first] = alerts;
  const urgency = urgencyOf(notice);
  const isGroup = alerts.length > 1;
  const isTest = notice.kind === 'test';
  return {
    urgency,
    tag: words.tag,
    label: urgencyWord(urgency, words),
    title: titleWithoutLevel(notice),
    // It says what the list below it contains.
    summary:
      isGroup && notice.kind === 'digest'
        ? `${words.say({ id: 'summary.digest' })} ${insteadText(notice)}`.trim()
        : summaryOf(notice),
    facts: first && !isGroup && !isTest ? factsOf(notice, first).filter(({ id }) => !said.has(id)) : [],
    entries: isGroup ? alerts.slice(0, MAX_ENTRIES).map((entry) => entryOf(notice, entry)) : [],
    left: isGroup ? andMore(alerts.length - MAX_ENTRIES, words) : '',
    links: linksOf({ notice, publicUrl }),
    footer: words.say({ id: 'mail.footer' }),
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
  const { words = englishWords } = notice;
  const isOver = notice.kind === 'resolved';
  const affects = isOver ? '' : affectsText(alert, words);
  return {
    urgency,
    label: urgencyWord(urgency, words),
    name: nameIn(notice, entry),
    line: sentenceOf(notice, entry),
    details: [
      isOver ? '' : withThreshold(valueText(alert, words), alert, words),
      isOver ? '' : words.say({ id: 'alert.for', values: { duration: words.duration(duration) } }),
      affects && words.say({ id: 'alert.affects', values: { resources: affects } }),
    ].filter(Boolean),
  };
}
