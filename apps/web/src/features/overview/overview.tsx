// The Overview below the node summary: the filter bar and the guests, or why there are none.
import { useRef } from 'react';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { usePref } from '../../lib/prefs.ts';
import { Boundary } from '../../ui/boundary.tsx';
import { FilterBar } from './filter-bar.tsx';
import { GuestTable } from './guest-table/guest-table.tsx';
import { messages } from './messages.ts';
import { showFiltersPref } from './preferences.ts';
import { useFilters } from './use-filters.ts';

interface OverviewProps {
  /** The id of the node selected in the summary. */
  node: string | null;
  onNode(id: string | null): void;
}

export function Overview({ node, onNode }: OverviewProps) {
  const searchBox = useRef<HTMLInputElement>(null);
  const [shown, show] = usePref(showFiltersPref);
  const filters = useFilters(node);

  useHotkeys({
    // one step for each press of Escape: first the selection, then the filters, then the panel
    escape() {
      if (node !== null) onNode(null);
      else if (filters.active) filters.reset();
      else show(!shown);
    },
    typed: () => searchBox.current?.focus(),
  });

  return (
    <>
      <FilterBar searchRef={searchBox} filters={filters} shown={shown} onToggle={() => show(!shown)} />
      <Boundary name={messages.section}>
        <GuestTable filters={filters} />
      </Boundary>
    </>
  );
}
