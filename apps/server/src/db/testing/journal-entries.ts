// Rows of the journal of changes, for tests.
import type { KnownSettings, NewEntry } from '../journal-rows.ts';
import { START } from './temp-store.ts';

export const journalEntry = (resource: string, more: Partial<NewEntry> = {}): NewEntry => ({
  ...{ at: START, since: START - 1000, resource, instance: 'lab', name: `${resource}.example`, kind: 'guest' as const },
  ...{ event: 'changed' as const, by: 'root@pam', source: 'task' as const },
  changes: [{ field: 'memory', before: '4096', after: '8192' }],
  ...more,
});

export const known = (resource: string): KnownSettings => ({
  ...{ resource, instance: 'lab', kind: 'guest' as const, name: 'web01', born: '1', about: '', tasks: [] },
  settings: { memory: '8192' },
});
