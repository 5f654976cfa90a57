// The state of the filter line of the pools: which choices are stored, and what Reset changes.
import { useState } from 'react';
import { usePref } from '../../lib/prefs.ts';
import { type Sort, useSort } from '../../ui/use-sort.ts';
import { descendsFirst, type SortKey, type View } from './pools/rows.ts';
import { sortDirectionPref, sortKeyPref, viewPref } from './preferences.ts';

export interface Filters extends View, Sort<SortKey> {
  setSearch(text: string): void;
  setGrouping(grouping: View['grouping']): void;
  reset(): void;
  active: boolean;
}

/** `node` is the id of the node selected elsewhere, null for all. */
export function useFilters(node: string | null): Filters {
  const [search, setSearch] = useState('');
  const [grouping, setGrouping] = usePref(viewPref);
  const sort = useSort(sortKeyPref, sortDirectionPref, descendsFirst);
  return {
    ...sort,
    search,
    grouping,
    node,
    setSearch,
    setGrouping,
    reset() {
      setSearch('');
      setGrouping('node');
      sort.resetSort();
    },
    active: search.trim() !== '',
  };
}
