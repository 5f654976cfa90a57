// Which column a table is sorted by. A second click on the head reverses it.
import type { SortOrder } from '../lib/view/param.ts';
import type { SortHeaderProps } from './sort-header.tsx';

export interface Sort<K extends string> {
  sortKey: K;
  descending: boolean;
  setSortKey(key: K): void;
  setDescending(descending: boolean): void;
  /** Called for a click on a head. The first click sorts by the column, the second reverses the order. */
  sortBy(key: K): void;
}

/** `descendsFirst`: whether the first click on a head sorts in descending order. */
export const sortOf = <K extends string>(
  { key, descending }: SortOrder<K>,
  change: (order: SortOrder<K>) => void,
  descendsFirst: (key: K) => boolean,
): Sort<K> => ({
  sortKey: key,
  descending,
  setSortKey: (next) => change({ key: next, descending }),
  setDescending: (next) => change({ key, descending: next }),
  sortBy: (next) => change({ key: next, descending: next === key ? !descending : descendsFirst(next) }),
});

/** The properties for the head of a column. */
export const sortedHead = <K extends string>(
  { sortKey, descending, sortBy }: Pick<Sort<K>, 'sortKey' | 'descending' | 'sortBy'>,
  key: K,
): Pick<SortHeaderProps, 'direction' | 'onSort'> => ({
  direction: sortKey === key ? (descending ? 'descending' : 'ascending') : null,
  onSort: () => sortBy(key),
});
