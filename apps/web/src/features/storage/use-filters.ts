// The state of the pools' filter line: what is remembered, what Reset means.
import { useState } from 'react';
import { usePref } from '../../lib/prefs.ts';
import { descendsFirst, type SortKey, type View } from './pools/rows.ts';
import { sortDirectionPref, sortKeyPref, viewPref } from './preferences.ts';

export interface Filters extends View {
  setSearch(text: string): void;
  setGrouping(grouping: View['grouping']): void;
  setSortKey(key: SortKey): void;
  setDescending(descending: boolean): void;
  /** A click on a head: sorts by it, a second one turns it around. */
  sortBy(key: SortKey): void;
  reset(): void;
  active: boolean;
}

/** `node` is the id of the node selected elsewhere, null for all. */
export function useFilters(node: string | null): Filters {
  const [search, setSearch] = useState('');
  const [grouping, setGrouping] = usePref(viewPref);
  const [sortKey, saveSortKey] = usePref(sortKeyPref);
  const [direction, saveDirection] = usePref(sortDirectionPref);
  const descending = direction === 'desc';
  const setDescending = (next: boolean) => saveDirection(next ? 'desc' : 'asc');
  return {
    search,
    grouping,
    node,
    sortKey,
    descending,
    setSearch,
    setGrouping,
    setSortKey: saveSortKey,
    setDescending,
    sortBy(key) {
      setDescending(key === sortKey ? !descending : descendsFirst(key));
      saveSortKey(key);
    },
    reset() {
      setSearch('');
      setGrouping('node');
      saveSortKey('name');
      setDescending(false);
    },
    active: search.trim() !== '',
  };
}
