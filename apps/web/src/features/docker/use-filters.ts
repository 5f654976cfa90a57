// The state of the filter line: which choices are stored, and what Reset changes.
import { useState } from 'react';
import { usePref } from '../../lib/prefs.ts';
import { useDockerHosts } from '../../live/use-live.ts';
import { type Sort, useSort } from '../../ui/use-sort.ts';
import { descendsFirst, type SortKey, type View } from './container-table/rows.ts';
import { groupingPref, sortDirectionPref, sortKeyPref } from './preferences.ts';

export interface Filters extends View, Sort<SortKey> {
  setSearch(text: string): void;
  setHost(id: string | null): void;
  setGrouping(grouping: View['grouping']): void;
  reset(): void;
  /** Whether filters are set, so that the screen may show less than everything. */
  active: boolean;
}

export function useFilters(): Filters {
  const hosts = useDockerHosts();
  const [search, setSearch] = useState('');
  const [chosen, setHost] = useState<string | null>(null);
  const [grouping, setGrouping] = usePref(groupingPref);
  const sort = useSort(sortKeyPref, sortDirectionPref, descendsFirst);
  // a host that was removed is no longer selected
  const host = hosts.some(({ id }) => id === chosen) ? chosen : null;
  return {
    ...sort,
    search,
    host,
    grouping,
    setSearch,
    setHost,
    setGrouping,
    reset() {
      setSearch('');
      setHost(null);
      setGrouping('grouped');
      sort.resetSort();
    },
    active: search.trim() !== '' || host !== null,
  };
}
