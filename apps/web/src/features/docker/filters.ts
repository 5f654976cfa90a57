// What the filter line and the host list change in the view.
import type { ChangeView } from '../../lib/view/use-view.ts';
import { type Sort, sortOf } from '../../ui/table/use-sort.ts';
import { descendsFirst, type SortKey, type View } from './container-table/rows.ts';
import { type DockerView, dockerCodec } from './view.ts';

export interface Filters extends View, Sort<SortKey> {
  setSearch(text: string): void;
  setHost(id: string | null): void;
  setGrouping(grouping: View['grouping']): void;
  reset(): void;
  /** Whether filters are set, so that the screen may show less than everything. */
  active: boolean;
}

export const filtersOf = (view: DockerView, change: ChangeView<DockerView>): Filters => ({
  ...view,
  ...sortOf(view.sort, (sort) => change({ sort }), descendsFirst),
  setSearch: (search) => change({ search }),
  setHost: (host) => change({ host }),
  setGrouping: (grouping) => change({ grouping }),
  reset: () => change(dockerCodec.fallback),
  active: view.search.trim() !== '' || view.host !== null,
});
