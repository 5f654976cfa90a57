// A change in plain words, for hints and lists of events: "memory 16 GB → 8 GB".
import { shownChange } from '@belfry/domain/journal/shown-change';
import type { JournalEntry } from '@belfry/schema/journal/entry';
import { formatBytes } from '../../lib/language/format.ts';
import { messages } from './messages.ts';

/** Without those beyond `most`. */
export function changeText({ event, changes }: Pick<JournalEntry, 'event' | 'changes'>, most: number): string {
  if (event !== 'changed') return messages[event];
  const value = (text: string | null) => text ?? messages.notSet;
  return changes
    .slice(0, most)
    .map((each) => shownChange(each, formatBytes))
    .map(({ field, before, after }) => `${field} ${value(before)} → ${value(after)}`)
    .join(', ');
}
