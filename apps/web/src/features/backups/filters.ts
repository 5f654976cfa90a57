// What the chart and the filter line of the backups change in the view.
import type { ChangeView } from '../../lib/view/use-view.ts';
import { type Sort, sortOf } from '../../ui/table/sort.ts';
import type { SortKey, View } from './list/rows.ts';
import { type BackupsView, backupsCodec } from './view.ts';

export interface Filters extends View, Sort<SortKey>, Pick<BackupsView, 'range' | 'relative' | 'day' | 'columns'> {
  change: ChangeView<BackupsView>;
  reset(): void;
  /** Whether filters are set, so that the screen may show less than everything. */
  active: boolean;
}

export function filtersOf(view: BackupsView, change: ChangeView<BackupsView>): Filters {
  const { search, mode, type, day, node, range, relative, columns } = view;
  return {
    ...view,
    ...sortOf(view.sort, (sort) => change({ sort })),
    change,
    // the chart, the form of the times and the columns hide no backup
    reset: () => change({ ...backupsCodec.fallback, range, relative, columns }),
    active: search.trim() !== '' || mode !== 'all' || type !== 'all' || day !== null || node !== null,
  };
}
