// The state of the filter bar: which choices are stored, and what a toggle and Reset change.
import { useState } from 'react';
import { usePref } from '../../lib/prefs.ts';
import { type Sort, useSort } from '../../ui/use-sort.ts';
import { descendsFirst, type SortKey, type View } from './guest-table/rows.ts';
import { groupingPref, sortDirectionPref, sortKeyPref, statusPref, typePref } from './preferences.ts';

export interface Filters extends View, Sort<SortKey> {
  setSearch(text: string): void;
  /** A second click on VMs, LXCs, Running or Stopped returns to All. */
  setType(type: View['type']): void;
  setStatus(status: View['status']): void;
  setGrouping(grouping: View['grouping']): void;
  reset(): void;
  /** Whether filters are set, so that the screen may show less than everything. */
  active: boolean;
}

/** `node` is the id of the node selected elsewhere, null for all. */
export function useFilters(node: string | null): Filters {
  const [search, setSearch] = useState('');
  const [type, saveType] = usePref(typePref);
  const [status, saveStatus] = usePref(statusPref);
  const [grouping, saveGrouping] = usePref(groupingPref);
  const sort = useSort(sortKeyPref, sortDirectionPref, descendsFirst);
  return {
    ...sort,
    search,
    type,
    status,
    grouping,
    node,
    setSearch,
    setType: (next) => saveType(next === type ? 'all' : next),
    setStatus: (next) => saveStatus(next === status ? 'all' : next),
    setGrouping: saveGrouping,
    reset() {
      setSearch('');
      sort.resetSort();
      saveType('all');
      saveStatus('all');
      saveGrouping('grouped');
    },
    active: search.trim() !== '' || type !== 'all' || status !== 'all',
  };
}
