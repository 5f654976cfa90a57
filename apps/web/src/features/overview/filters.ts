// What the filter bar and the head of the table change in the view.
import type { ChangeView } from '../../lib/view/use-view.ts';
import { type Sort, sortOf } from '../../ui/table/use-sort.ts';
import { descendsFirst, type SortKey, type View } from './guest-table/rows.ts';
import { type OverviewView, overviewCodec } from './view.ts';

export interface Filters extends View, Sort<SortKey> {
  setSearch(text: string): void;
  /** A second click on VMs, LXCs, Running or Stopped returns to All. */
  setType(type: View['type']): void;
  setStatus(status: View['status']): void;
  setGrouping(grouping: View['grouping']): void;
  setNode(id: string | null): void;
  reset(): void;
  /** Whether filters are set, so that the screen may show less than everything. */
  active: boolean;
}

export function filtersOf(view: OverviewView, change: ChangeView<OverviewView>): Filters {
  const { search, type, status, node } = view;
  return {
    ...view,
    ...sortOf(view.sort, (sort) => change({ sort }), descendsFirst),
    setSearch: (text) => change({ search: text }),
    setType: (next) => change({ type: next === type ? 'all' : next }),
    setStatus: (next) => change({ status: next === status ? 'all' : next }),
    setGrouping: (grouping) => change({ grouping }),
    setNode: (id) => change({ node: id }),
    reset: () => change(overviewCodec.fallback),
    active: search.trim() !== '' || type !== 'all' || status !== 'all' || node !== null,
  };
}
