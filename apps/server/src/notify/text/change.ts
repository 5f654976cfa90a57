// What was changed before an alert: "2m before", "memory 16 GB → 8 GB by root@pam". It stands last in a message about one alert, and in the line of an alert of a group.

import { timeBefore } from '@belfry/domain/journal/last-change';
import { shownChange } from '@belfry/domain/journal/shown-change';
import { englishWords, type Words } from '@belfry/domain/sentences/words';
import type { JournalEntry } from '@belfry/schema/journal/entry';
import { oneLine } from '@belfry/schema/one-line';
import type { Notice, NoticeAlert } from '../notice.ts';
import { cut } from './cut.ts';
import { andMore } from './words.ts';

const NAMED = 2;
/** Notes can be long. The journal has all of it. */
const LONGEST = 60;

/** Undefined: nothing was changed shortly before it. */
export function changeFact({ alert, change }: NoticeAlert, { kind, words = englishWords }: Asking) {
  const before = change && timeBefore(change, Date.parse(alert.startTime));
  if (!before || kind === 'test') return undefined;
  const [least, most] = [words.duration(before.least), words.duration(before.most)];
  return {
    name: words.say(
      least === most
        ? { id: 'fact.change', values: { ago: least } }
        : { id: 'fact.changeBetween', values: { least, most } },
    ),
    value: textOf(change, change.resource === alert.resourceId, words),
  };
}

type Asking = Pick<Notice, 'kind' | 'words'>;

/** "2m before: memory 16 GB → 8 GB by root@pam". Empty where there is none. */
export function changeLine(entry: NoticeAlert, asking: Asking): string {
  const fact = changeFact(entry, asking);
  return fact ? `${fact.name}: ${fact.value}` : '';
}

function textOf({ event, changes, name, by }: JournalEntry, isOwn: boolean, words: Words): string {
  const unset = words.say({ id: 'change.unset' });
  const value = (text: string | null) => (text === null ? unset : cut(oneLine(text), LONGEST));
  const fields = changes.slice(0, NAMED).map((each) => {
    const { field, before, after } = shownChange(each, words.bytes);
    const values = { field: cut(oneLine(field), LONGEST), before: value(before), after: value(after) };
    return words.say({ id: 'change.field', values });
  });
  const what =
    event === 'changed'
      ? [fields.join(', '), andMore(changes.length - fields.length, words)].filter(Boolean).join(' ')
      : words.say({ id: 'change.created' });
  const change = isOwn
    ? what
    : words.say({ id: 'change.of', values: { name: cut(oneLine(name), LONGEST), change: what } });
  return by === null ? change : words.say({ id: 'change.by', values: { change, user: cut(oneLine(by), LONGEST) } });
}
