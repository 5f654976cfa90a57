// What the filter line of the pools changes in the view.
import type { ChangeView } from '../../lib/view/use-view.ts';
import { type Sort, sortOf } from '../../ui/table/sort.ts';
import type { SortKey, View } from './pools/rows.ts';
import { type StorageView, storageCodec } from './view.ts';

export interface Filters extends View, Sort<SortKey>, Pick<StorageView, 'columns'> {
  change: ChangeView<StorageView>;
  reset(): void;
  /** Whether filters are set, so that the screen may show less than everything. */
  active: boolean;
}

export function filtersOf(view: StorageView, change: ChangeView<StorageView>): Filters {
  const { tab, columns, diskColumns } = view;
  return {
    ...view,
    ...sortOf(view.sort, (sort) => change({ sort })),
    change,
    reset: () => change({ ...storageCodec.fallback, tab, columns, diskColumns }),
    active: view.search.trim() !== '' || view.node !== null,
  };
}
