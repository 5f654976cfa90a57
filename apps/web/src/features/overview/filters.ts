// What the filter bar and the head of the table change in the view.
import type { ChangeView } from '../../lib/view/use-view.ts';
import { type Sort, sortOf } from '../../ui/table/sort.ts';
import type { SortKey, View } from './guest-table/rows.ts';
import { type OverviewView, overviewCodec } from './view.ts';

export interface Filters extends View, Sort<SortKey>, Pick<OverviewView, 'columns' | 'trend'> {
  setSearch(text: string): void;
  /** A second click on VMs, LXCs, Running or Stopped returns to All. */
  setType(type: View['type']): void;
  setStatus(status: View['status']): void;
  setGrouping(grouping: View['grouping']): void;
  setTrend(trend: OverviewView['trend']): void;
  setNode(id: string | null): void;
  setColumns(columns: OverviewView['columns']): void;
  reset(): void;
  /** Whether filters are set, so that the screen may show less than everything. */
  active: boolean;
}

export function filtersOf(view: OverviewView, change: ChangeView<OverviewView>): Filters {
  const { search, type, status, node } = view;
  return {
    ...view,
    ...sortOf(view.sort, (sort) => change({ sort })),
    setSearch: (text) => change({ search: text }),
    setType: (next) => change({ type: next === type ? 'all' : next }),
    setStatus: (next) => change({ status: next === status ? 'all' : next }),
    setGrouping: (grouping) => change({ grouping }),
    setTrend: (trend) => change({ trend }),
    setNode: (id) => change({ node: id }),
    setColumns: (columns) => change({ columns }),
    reset: () => change({ ...overviewCodec.fallback, columns: view.columns, trend: view.trend }),
    active: search.trim() !== '' || type !== 'all' || status !== 'all' || node !== null,
  };
}
