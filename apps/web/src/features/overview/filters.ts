// What the filter bar and the head of the table change in the view.
import type { ChangeView } from '../../lib/view/use-view.ts';
import { type Sort, sortOf } from '../../ui/table/sort.ts';
import type { SortKey, View } from './guest-table/rows.ts';
import { type OverviewView, overviewCodec } from './view.ts';

export interface Filters extends View, Sort<SortKey>, Pick<OverviewView, 'columns' | 'trend'> {
  change: ChangeView<OverviewView>;
  /** A second click on VMs, LXCs, Running or Stopped returns to All. */
  setType(type: View['type']): void;
  setStatus(status: View['status']): void;
  reset(): void;
  /** Whether filters are set, so that the screen may show less than everything. */
  active: boolean;
}

export function filtersOf(view: OverviewView, change: ChangeView<OverviewView>): Filters {
  const { search, type, status, node } = view;
  return {
    ...view,
    ...sortOf(view.sort, (sort) => change({ sort })),
    change,
    setType: (next) => change({ type: next === type ? 'all' : next }),
    setStatus: (next) => change({ status: next === status ? 'all' : next }),
    reset: () => change({ ...overviewCodec.fallback, columns: view.columns, trend: view.trend }),
    active: search.trim() !== '' || type !== 'all' || status !== 'all' || node !== null,
  };
}
