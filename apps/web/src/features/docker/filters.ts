// What the filter line and the host list change in the view.
import type { ChangeView } from '../../lib/view/use-view.ts';
import { type Sort, sortOf } from '../../ui/table/sort.ts';
import type { SortKey, View } from './container-table/rows.ts';
import { type DockerView, dockerCodec } from './view.ts';

export interface Filters extends View, Sort<SortKey>, Pick<DockerView, 'columns'> {
  change: ChangeView<DockerView>;
  reset(): void;
  /** Whether filters are set, so that the screen may show less than everything. */
  active: boolean;
}

export const filtersOf = (view: DockerView, change: ChangeView<DockerView>): Filters => ({
  ...view,
  ...sortOf(view.sort, (sort) => change({ sort })),
  change,
  reset: () => change({ ...dockerCodec.fallback, columns: view.columns }),
  active: view.search.trim() !== '' || view.host !== null,
});
