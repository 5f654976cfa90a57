// What the filter line of the pools changes in the view.
import type { ChangeView } from '../../lib/view/use-view.ts';
import { type Sort, sortOf } from '../../ui/table/use-sort.ts';
import { descendsFirst, type SortKey, type View } from './pools/rows.ts';
import { type StorageView, storageCodec } from './view.ts';

export interface Filters extends View, Sort<SortKey> {
  setSearch(text: string): void;
  setGrouping(grouping: View['grouping']): void;
  setNode(id: string | null): void;
  reset(): void;
  /** Whether filters are set, so that the screen may show less than everything. */
  active: boolean;
}

export const filtersOf = (view: StorageView, change: ChangeView<StorageView>): Filters => ({
  ...view,
  ...sortOf(view.sort, (sort) => change({ sort }), descendsFirst),
  setSearch: (search) => change({ search }),
  setGrouping: (grouping) => change({ grouping }),
  setNode: (node) => change({ node }),
  reset: () => change({ ...storageCodec.fallback, tab: view.tab }),
  active: view.search.trim() !== '' || view.node !== null,
});
