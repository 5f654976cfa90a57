// One line: search, toggles, columns, reset.
import { SlidersHorizontal } from 'lucide-react';
import type { Ref } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { FilterLine } from '../../ui/filter-line.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { ColumnMenu } from './column-menu.tsx';
import { messages, searchTips } from './messages.ts';
import { historyPref } from './preferences.ts';
import type { Filters } from './use-filters.ts';

const types = [
  ['all', 'All'],
  ['vm', 'VMs'],
  ['lxc', 'LXCs'],
] as const;
const statuses = [
  ['all', 'All'],
  ['running', 'Running'],
  ['stopped', 'Stopped'],
] as const;
const groupings = [
  ['grouped', 'Grouped'],
  ['flat', 'List'],
] as const;

interface FilterBarProps {
  searchRef: Ref<HTMLInputElement>;
  filters: Filters;
  shown: boolean;
  onToggle(): void;
}

export function FilterBar({ searchRef, filters, shown, onToggle }: FilterBarProps) {
  const hiding = !shown && (filters.type !== 'all' || filters.status !== 'all');
  return (
    <FilterLine
      className={shown ? '' : '[--beside:130px]'}
      onReset={filters.reset}
      end={
        <span className="contents max-md:hidden">
          <ColumnMenu />
        </span>
      }
    >
      <SearchBox
        ref={searchRef}
        name={messages.searchName}
        tips={searchTips}
        history={historyPref}
        text={filters.search}
        onText={filters.setSearch}
      />
      <IconButton
        label={hiding ? messages.filtersSet : messages.filters}
        aria-pressed={shown}
        className="relative aria-pressed:text-brand max-md:size-11"
        onClick={onToggle}
      >
        <SlidersHorizontal size={14} />
        {hiding && <span className="absolute top-1 right-1 size-2 rounded-full bg-brand" />}
      </IconButton>
      {shown && (
        <>
          <Segmented label={messages.type} options={types} value={filters.type} onChange={filters.setType} />
          <Segmented label={messages.status} options={statuses} value={filters.status} onChange={filters.setStatus} />
          <Segmented
            label={messages.grouping}
            options={groupings}
            value={filters.grouping}
            onChange={filters.setGrouping}
          />
        </>
      )}
    </FilterLine>
  );
}
