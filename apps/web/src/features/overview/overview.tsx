// The Overview below the node summary: the filter bar and the guests, or why there are none.
import { useRef } from 'react';
import { useCommand } from '../../lib/commands.ts';
import { flag, usePref } from '../../lib/prefs.ts';
import type { Strips } from '../../lib/strips.ts';
import type { ChangeView } from '../../lib/view/use-view.ts';
import { Boundary } from '../../ui/boundary.tsx';
import { useScreenKeys } from '../../ui/screen-keys.ts';
import { narrow } from '../../ui/table/heights.ts';
import { FilterBar } from './filter-bar.tsx';
import { filtersOf } from './filters.ts';
import { GuestTable } from './guest-table/guest-table.tsx';
import { messages } from './messages.ts';
import type { OverviewView } from './view.ts';

/** Whether the toggles are shown on a phone; they are hidden at first, so that guests are in view. */
const showFiltersPref = flag('dashboardShowFilters', !narrow());

interface OverviewProps {
  view: OverviewView;
  strips: Strips | undefined;
  onChange: ChangeView<OverviewView>;
}

export function Overview({ view, strips, onChange }: OverviewProps) {
  const searchBox = useRef<HTMLInputElement>(null);
  const [shown, show] = usePref(showFiltersPref);
  const filters = filtersOf(view, onChange);

  // one step for each press of Escape: first the selection, then the filters, then the panel
  useScreenKeys(searchBox, () => {
    if (filters.node !== null) filters.change({ node: null });
    else if (filters.active) filters.reset();
    else show(!shown);
  });

  const showsTrend = view.trend === 'hour';
  useCommand({
    id: 'trend',
    name: () => (showsTrend ? messages.hideTrend : messages.showTrend),
    words: () => messages.trendWords,
    scope: 'screen',
    group: 'actions',
    when: () => !narrow(),
    run: () => onChange({ trend: showsTrend ? 'now' : 'hour' }),
  });

  return (
    <>
      <FilterBar searchRef={searchBox} filters={filters} shown={shown} strips={strips} onToggle={() => show(!shown)} />
      <Boundary name={messages.section}>
        <GuestTable filters={filters} strips={strips} />
      </Boundary>
    </>
  );
}
