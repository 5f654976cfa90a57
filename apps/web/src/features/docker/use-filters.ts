// The state of the filter line: what is remembered, what Reset means.
import { useState } from 'react';
import { usePref } from '../../lib/prefs.ts';
import { useDockerHosts } from '../../live/use-live.ts';
import { descendsFirst, type SortKey, type View } from './container-table/rows.ts';
import { groupingPref, sortDirectionPref, sortKeyPref } from './preferences.ts';

export interface Filters extends View {
  setSearch(text: string): void;
  setHost(id: string | null): void;
  setGrouping(grouping: View['grouping']): void;
  /** A click on a head: sorts by it, a second one turns it around. */
  sortBy(key: SortKey): void;
  reset(): void;
  /** Whether the screen shows less than everything. */
  active: boolean;
}

export function useFilters(): Filters {
  const hosts = useDockerHosts();
  const [search, setSearch] = useState('');
  const [chosen, setHost] = useState<string | null>(null);
  const [grouping, setGrouping] = usePref(groupingPref);
  const [sortKey, saveSortKey] = usePref(sortKeyPref);
  const [direction, saveDirection] = usePref(sortDirectionPref);
  const descending = direction === 'desc';
  // a host that is gone selects nothing
  const host = hosts.some(({ id }) => id === chosen) ? chosen : null;
  return {
    search,
    host,
    grouping,
    sortKey,
    descending,
    setSearch,
    setHost,
    setGrouping,
    sortBy(key) {
      saveDirection((key === sortKey ? !descending : descendsFirst(key)) ? 'desc' : 'asc');
      saveSortKey(key);
    },
    reset() {
      setSearch('');
      setHost(null);
      setGrouping('grouped');
      saveSortKey('name');
      saveDirection('asc');
    },
    active: search.trim() !== '' || host !== null,
  };
}
