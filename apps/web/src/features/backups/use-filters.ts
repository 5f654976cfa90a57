// The state of the backups' filter line: what is remembered, what Reset means.
import { useState } from 'react';
import { usePref } from '../../lib/prefs.ts';
import { descendsFirst, type SortKey, type View } from './list/rows.ts';
import { groupingPref, sortDirectionPref, sortKeyPref } from './preferences.ts';

export interface Filters extends View {
  /** The day chosen in the chart, YYYY-MM-DD. */
  day: string | null;
  setDay(day: string | null): void;
  setSearch(text: string): void;
  setMode(mode: View['mode']): void;
  setType(type: View['type']): void;
  setGrouping(grouping: View['grouping']): void;
  setSortKey(key: SortKey): void;
  setDescending(descending: boolean): void;
  /** A click on a head: sorts by it, a second one turns it around. */
  sortBy(key: SortKey): void;
  reset(): void;
  /** Whether the screen shows less than everything. */
  active: boolean;
}

/** `node` is the id of the node or backup server selected elsewhere, null for all. */
export function useFilters(node: string | null): Filters {
  const [search, setSearch] = useState('');
  const [mode, setMode] = useState<View['mode']>('all');
  const [type, setType] = useState<View['type']>('all');
  const [day, setDay] = useState<string | null>(null);
  const [grouping, setGrouping] = usePref(groupingPref);
  const [sortKey, saveSortKey] = usePref(sortKeyPref);
  const [direction, saveDirection] = usePref(sortDirectionPref);
  const descending = direction === 'desc';
  const setDescending = (next: boolean) => saveDirection(next ? 'desc' : 'asc');
  return {
    search,
    mode,
    type,
    day,
    grouping,
    node,
    sortKey,
    descending,
    setDay,
    setSearch,
    setMode,
    setType,
    setGrouping,
    setDescending,
    setSortKey(key) {
      if (key !== sortKey) setDescending(descendsFirst(key));
      saveSortKey(key);
    },
    sortBy(key) {
      setDescending(key === sortKey ? !descending : descendsFirst(key));
      saveSortKey(key);
    },
    reset() {
      setSearch('');
      setMode('all');
      setType('all');
      setDay(null);
      setGrouping('date');
      saveSortKey('backupTime');
      setDescending(true);
    },
    active: search.trim() !== '' || mode !== 'all' || type !== 'all' || day !== null,
  };
}
