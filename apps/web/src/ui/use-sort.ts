// By which column a table is sorted: remembered, turned around by a second click on the head.
import { type Pref, usePref } from '../lib/prefs.ts';
import type { SortHeaderProps } from './sort-header.tsx';

export interface Sort<K extends string> {
  sortKey: K;
  descending: boolean;
  setSortKey(key: K): void;
  setDescending(descending: boolean): void;
  /** A click on a head: sorts by it, a second one turns it around. */
  sortBy(key: K): void;
  /** Back to what holds where nothing was chosen. */
  resetSort(): void;
}

/** `descendsFirst`: whether a first click on a head sorts downwards. */
export function useSort<K extends string>(
  keyPref: Pref<K>,
  directionPref: Pref<'asc' | 'desc'>,
  descendsFirst: (key: K) => boolean,
): Sort<K> {
  const [sortKey, setSortKey] = usePref(keyPref);
  const [direction, saveDirection] = usePref(directionPref);
  const descending = direction === 'desc';
  const setDescending = (next: boolean) => saveDirection(next ? 'desc' : 'asc');
  return {
    sortKey,
    descending,
    setSortKey,
    setDescending,
    sortBy(key) {
      setDescending(key === sortKey ? !descending : descendsFirst(key));
      setSortKey(key);
    },
    resetSort() {
      setSortKey(keyPref.fallback);
      saveDirection(directionPref.fallback);
    },
  };
}

/** What the head of a column needs to know of it. */
export const sortedHead = <K extends string>(
  { sortKey, descending, sortBy }: Pick<Sort<K>, 'sortKey' | 'descending' | 'sortBy'>,
  key: K,
): Pick<SortHeaderProps, 'direction' | 'onSort'> => ({
  direction: sortKey === key ? (descending ? 'descending' : 'ascending') : null,
  onSort: () => sortBy(key),
});
