// The state of the filter line of the backups: which choices are stored, and what Reset changes.
import { useState } from 'react';
import { usePref } from '../../lib/prefs.ts';
import { type Sort, useSort } from '../../ui/use-sort.ts';
import { descendsFirst, type SortKey, type View } from './list/rows.ts';
import { groupingPref, sortDirectionPref, sortKeyPref } from './preferences.ts';

export interface Filters extends View, Sort<SortKey> {
  /** The day chosen in the chart, YYYY-MM-DD. */
  day: string | null;
  setDay(day: string | null): void;
  setSearch(text: string): void;
  setMode(mode: View['mode']): void;
  setType(type: View['type']): void;
  setGrouping(grouping: View['grouping']): void;
  reset(): void;
  /** Whether filters are set, so that the screen may show less than everything. */
  active: boolean;
}

/** `node` is the id of the node or backup server selected elsewhere, null for all. */
export function useFilters(node: string | null): Filters {
  const [search, setSearch] = useState('');
  const [mode, setMode] = useState<View['mode']>('all');
  const [type, setType] = useState<View['type']>('all');
  const [day, setDay] = useState<string | null>(null);
  const [grouping, setGrouping] = usePref(groupingPref);
  const sort = useSort(sortKeyPref, sortDirectionPref, descendsFirst);
  return {
    ...sort,
    search,
    mode,
    type,
    day,
    grouping,
    node,
    setDay,
    setSearch,
    setMode,
    setType,
    setGrouping,
    setSortKey(key) {
      if (key !== sort.sortKey) sort.sortBy(key);
    },
    reset() {
      setSearch('');
      setMode('all');
      setType('all');
      setDay(null);
      setGrouping('date');
      sort.resetSort();
    },
    active: search.trim() !== '' || mode !== 'all' || type !== 'all' || day !== null,
  };
}
