// The texts of the journal of changes.
import type { JournalKind } from '@belfry/schema/journal/entry';
import { formatCount, plural } from '../../lib/language/format.ts';
import { inLanguage } from '../../lib/language/in-language.ts';
import type { Tip } from '../../ui/search-tip.ts';

export const messages = inLanguage('journal', {
  title: 'Journal',
  loading: 'Loading the journal...',
  failed: 'The journal could not be loaded.',
  search: 'Search changes',
  tips: [
    ['web01', 'changes of what has "web01" in its name'],
    ['root@pam', 'changes that root@pam made'],
    ['memory', 'changes of memory'],
  ] as readonly Tip[],
  time: 'Time',
  times: { '24h': 'Last 24h', '7d': '7d', '30d': '30d', all: 'All time' },
  kind: 'Kind',
  everyKind: 'All kinds',
  kinds: {
    guest: 'Guests',
    storage: 'Storages',
    'backup-job': 'Backup jobs',
    ha: 'HA',
    pool: 'Pools',
    access: 'Users and rights',
    cluster: 'Cluster',
    belfry: 'Belfry',
  } satisfies Record<JournalKind, string>,
  one: (name: string) => `Only ${name}`,
  showAll: 'Show all resources',
  none: 'No changes',
  noneHint:
    'Nothing that Belfry reads was changed in this time, or the search hides it. The configurations of guests are read once an hour, and at once after a task; backup jobs and HA every five minutes.',
  reset: 'Reset the search',
  list: 'Changes',
  heads: { time: 'Time', who: 'Who', resource: 'Resource', what: 'What changed', known: 'How it is known' },
  today: 'Today',
  yesterday: 'Yesterday',
  day: (changes: number) => plural(changes, 'entry', 'entries'),
  notNamed: 'not named',
  known: { task: 'task', readings: 'two readings', audit: 'audit log of Belfry' },
  between: (from: string, to: string) => `${from}–${to}`,
  betweenHint: (from: string, to: string) => `Made between the readings at ${from} and ${to}`,
  field: 'Field',
  before: 'Before',
  after: 'After',
  older: 'Show older',
  shown: (count: number) => `${formatCount(count)} shown`,
  csv: 'Export as CSV',
  ndjson: 'Export as NDJSON',
  secrets: 'Secrets are never kept, only that one was set.',
});
