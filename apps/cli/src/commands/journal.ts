// `belfry journal`: what was changed, when and by whom, the newest first.
import { getJournal } from '@belfry/schema/http/journal';
import type { JournalEntry } from '@belfry/schema/journal/entry';
import type { Api } from '../api.ts';
import { moment } from '../language/said.ts';
import { messages } from '../messages/journal.ts';
import { type Output, printable, show, table } from '../print.ts';

/** As the parameters of the call. */
export type JournalOptions = Partial<Record<'kind' | 'by' | 'from' | 'to' | 'limit' | 'cursor' | 'format', string>>;

export async function journal(
  api: Api,
  output: Output,
  resource: string | undefined,
  options: JournalOptions,
): Promise<void> {
  const found = await api.call(getJournal, { query: { ...options, ...(resource !== undefined && { resource }) } });
  if (typeof found === 'string') {
    output.write(found);
    return;
  }
  show(output, found, () =>
    table(messages.heads, found.entries.map(rowOf), messages.none).concat(
      found.next === null ? '' : `${printable(messages.more(found.next))}\n`,
    ),
  );
}

const rowOf = ({ at, since, by, name, resource, event, changes }: JournalEntry) => [
  since === undefined ? moment(at) : `${moment(at)} (${messages.between(moment(since))})`,
  by ?? messages.notNamed,
  name || resource,
  event === 'changed' ? changes.map(textOf).join('; ') : messages.events[event],
];

const textOf = ({ field, before, after }: JournalEntry['changes'][number]): string =>
  messages.change(field, before ?? messages.unset, after ?? messages.unset);
