// Which column a table is sorted by, as the parts of a screen change it.
import type { SortOrder } from '../../lib/view/param.ts';

export interface Sort<K extends string> {
  sortKey: K;
  descending: boolean;
  setSortKey(key: K): void;
  setDescending(descending: boolean): void;
  /** Sorts by the key as the first click on its head does, or reverses the order. */
  sortBy(key: K): void;
  setOrder(order: SortOrder<K>): void;
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
  setOrder: change,
});
