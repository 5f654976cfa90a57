// One line: search, kinds, grouping, sorting, times, and the day chosen in the chart.

import { CalendarClock, X } from 'lucide-react';
import { type Ref, useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { FilterLine } from '../../ui/filter-line.tsx';
import { FiltersButton } from '../../ui/filters-button.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SortSelect } from '../../ui/sort-select.tsx';
import { dayOf } from './backup.ts';
import type { Filters } from './filters.ts';
import { descends } from './list/columns.tsx';
import { dayLabel } from './list/day-label.ts';
import type { Mode } from './list/rows.ts';
import { messages } from './messages.ts';
import { searchHistoryPref } from './preferences.ts';
import { backupSearch } from './search.ts';

interface FilterBarProps {
  searchRef: Ref<HTMLInputElement>;
  filters: Filters;
  /** The mode that is in force: the search may decide it. */
  mode: Mode;
  /** Whether hosts have backups: only then is there a toggle for hosts. */
  hasHosts: boolean;
  /** Epoch milliseconds. */
  now: number;
}

const { fields } = backupSearch();

export function FilterBar({ searchRef, filters, mode, hasHosts, now }: FilterBarProps) {
  const { relative } = filters;
  // on a phone the toggles are hidden at first, so that backups are in view
  const [shown, show] = useState(false);
  return (
    <FilterLine className={shown ? '' : '[--beside:130px]'} onReset={filters.reset}>
      <SearchBox
        ref={searchRef}
        name={messages.search}
        tips={messages.searchTips}
        history={searchHistoryPref}
        text={filters.search}
        fields={fields}
        onText={(search) => filters.change({ search })}
      />
      <FiltersButton
        className="md:hidden"
        shown={shown}
        set={mode !== 'all' || filters.type !== 'all'}
        onToggle={() => show(!shown)}
      />
      <div className={`contents ${shown ? '' : 'max-md:hidden'}`}>
        <Segmented
          label={messages.mode}
          options={messages.modes}
          value={mode}
          onChange={(mode) => filters.change({ mode })}
          className="max-md:basis-full"
        />
        {hasHosts && (
          <Segmented
            label={messages.guestType}
            options={messages.types}
            value={filters.type}
            onChange={(type) => filters.change({ type })}
            className="max-md:basis-full"
          />
        )}
        <Segmented
          label={messages.grouping}
          options={messages.groupings}
          value={filters.grouping}
          onChange={(grouping) => filters.change({ grouping })}
        />
        <SortSelect
          options={messages.sorts}
          value={filters.sortKey}
          descending={filters.descending}
          onOrder={filters.setOrder}
          descends={descends}
        />
        <IconButton
          label={messages.relative}
          aria-pressed={relative}
          className="aria-pressed:text-brand"
          onClick={() => filters.change({ relative: !relative })}
        >
          <CalendarClock size={14} />
        </IconButton>
      </div>
      {filters.day !== null && (
        <span className="inline-flex h-8 items-center gap-1 rounded-md border border-brand/50 bg-brand-bg pl-2.5 text-sm max-md:h-10">
          {messages.day(dayLabel(filters.day, dayOf(now), ''))}
          <Button onClick={() => filters.change({ day: null })}>
            <X size={13} aria-hidden />
            {messages.clearDay}
          </Button>
        </span>
      )}
    </FilterLine>
  );
}
