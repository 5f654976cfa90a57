// A change as a sentence: the field, the old value muted, an arrow and the new value.
import { shownChange } from '@belfry/domain/journal/shown-change';
import type { JournalEntry } from '@belfry/schema/journal/entry';
import { formatBytes } from '../../lib/language/format.ts';
import { messages } from './messages.ts';

/** In the sentence. The others are counted. */
const NAMED = 2;

export function ChangeSentence({ entry: { event, changes } }: { entry: Pick<JournalEntry, 'event' | 'changes'> }) {
  if (event !== 'changed') return <b className="font-[550]">{messages[event]}</b>;
  const more = changes.length - NAMED;
  return (
    <>
      {changes.slice(0, NAMED).map((change, place) => {
        const { field, before, after } = shownChange(change, formatBytes);
        return (
          <span key={field}>
            {place > 0 && ', '}
            {field} <Value text={before} isOld isGone={after === null} />
            <span aria-hidden className="text-mute">
              {' → '}
            </span>
            <span className="sr-only"> {messages.arrow} </span>
            <Value text={after} />
          </span>
        );
      })}
      {more > 0 && <span className="ml-2 text-sm text-mute">{messages.more(more)}</span>}
    </>
  );
}

function Value({ text, isOld = false, isGone = false }: { text: string | null; isOld?: boolean; isGone?: boolean }) {
  if (text === null) return <span className="text-mute">{messages.notSet}</span>;
  if (isOld) return <span className={`text-mute ${isGone ? 'line-through' : ''}`}>{text}</span>;
  return <b className="font-[550]">{text}</b>;
}
