// A receiver of the changes of the journal. It gets no messages about alerts, so a message is only ever a trial.
import type { JournalEntry } from '@belfry/schema/journal/entry';
import { iso } from '../../../lib/clock.ts';
import type { WebhookService } from '../webhook.ts';

/** `id`: the same for each attempt. `skipped`: so many before these were not sent. The entries are those of `GET /api/journal`, the oldest first. */
interface Changes {
  id: string;
  source: 'belfry';
  test?: true;
  skipped?: number;
  entries: readonly JournalEntry[];
}

export const changesBody = (changes: Omit<Changes, 'source'>): Changes => ({ source: 'belfry', ...changes });

export const journal: WebhookService = {
  key: 'journal',
  title: 'Changes',
  perMinute: 60,
  urlPattern: 'https://example.com/changes',
  instructions:
    'Belfry posts the new entries of the journal of changes as JSON, in order, each at least once. Templates, quiet hours and filters have no effect there.',
  // Nothing is known about the receiver but that a program answers with no web page.
  receipt: { looks: 'HTTP 200', isIn: () => true },
  render: ({ key, notice: { at } }) => [{ body: changesBody({ id: key, test: true, entries: [exampleOf(at)] }) }],
};

const exampleOf = (at: number): JournalEntry => ({
  ...{ id: '0', at: iso(at), resource: 'example-100', instance: 'example', name: 'example-vm', kind: 'guest' },
  ...{ event: 'changed', by: 'root@pam', source: 'task' },
  changes: [{ field: 'memory', before: '4096', after: '8192' }],
});
