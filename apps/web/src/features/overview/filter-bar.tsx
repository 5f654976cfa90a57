// One line: search, toggles, columns, reset.

import { guestFields } from '@belfry/domain/search/guest';
import type { Ref } from 'react';
import type { Strips } from '../../lib/strips.ts';
import { FilterLine } from '../../ui/filter-line.tsx';
import { FiltersButton } from '../../ui/filters-button.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { Filters } from './filters.ts';
import { messages } from './messages.ts';
import { searchHistoryPref } from './preferences.ts';

interface FilterBarProps {
  searchRef: Ref<HTMLInputElement>;
  filters: Filters;
  shown: boolean;
  /** Undefined while no strips are shown. */
  strips: Strips | undefined;
  onToggle(): void;
}

export function FilterBar({ searchRef, filters, shown, strips, onToggle }: FilterBarProps) {
  return (
    <FilterLine className={shown ? '' : '[--beside:130px]'} onReset={filters.reset}>
      <SearchBox
        ref={searchRef}
        name={messages.searchName}
        history={searchHistoryPref}
        text={filters.search}
        fields={guestFields}
        onText={(search) => filters.change({ search })}
      />
      <FiltersButton shown={shown} set={filters.type !== 'all' || filters.status !== 'all'} onToggle={onToggle} />
      {shown && (
        <>
          <Segmented label={messages.type} options={messages.types} value={filters.type} onChange={filters.setType} />
          <Segmented
            label={messages.status}
            options={messages.statuses}
            value={filters.status}
            onChange={filters.setStatus}
          />
          <Segmented
            label={messages.grouping}
            options={messages.groupings}
            value={filters.grouping}
            onChange={(grouping) => filters.change({ grouping })}
          />
          <Segmented
            label={messages.trend}
            options={messages.trends}
            value={filters.trend}
            onChange={(trend) => filters.change({ trend })}
            className="max-md:hidden"
          />
          {strips?.enabled === false && <span className="text-sm text-mute">{messages.historyOff}</span>}
        </>
      )}
    </FilterLine>
  );
}
