// Which column a table is sorted by, as the parts of a screen change it.
import type { SortOrder } from '../../lib/view/param.ts';

export interface Sort<K extends string> {
  sortKey: K;
  descending: boolean;
  setOrder(order: SortOrder<K>): void;
}

export const sortOf = <K extends string>(
  { key, descending }: SortOrder<K>,
  setOrder: (order: SortOrder<K>) => void,
): Sort<K> => ({ sortKey: key, descending, setOrder });
