// One line: search, grouping, the selected host, reset.

import { containerSearch } from '@belfry/domain/search/docker';
import { X } from 'lucide-react';
import type { Ref } from 'react';
import { useDockerHosts } from '../../live/use-live.ts';
import { FilterLine } from '../../ui/filter-line.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { Filters } from './filters.ts';
import { messages } from './messages.ts';
import { searchHistoryPref } from './preferences.ts';

const { fields } = containerSearch();

export function FilterBar({ searchRef, filters }: { searchRef: Ref<HTMLInputElement>; filters: Filters }) {
  const host = useDockerHosts().find(({ id }) => id === filters.host);
  return (
    <FilterLine onReset={filters.reset}>
      <SearchBox
        ref={searchRef}
        name={messages.search}
        tips={messages.searchTips}
        history={searchHistoryPref}
        text={filters.search}
        fields={fields}
        onText={(search) => filters.change({ search })}
      />
      <Segmented
        label={messages.grouping}
        options={messages.groupings}
        value={filters.grouping}
        onChange={(grouping) => filters.change({ grouping })}
      />
      {host && (
        <button
          type="button"
          aria-label={messages.clearHost(host.displayName)}
          onClick={() => filters.change({ host: null })}
          className="inline-flex h-8 max-w-64 min-w-0 items-center gap-1.5 rounded-full border border-brand/50 bg-brand-bg px-3 text-sm font-medium hover:bg-hover max-md:h-11"
        >
          <span className="truncate">{messages.host(host.displayName)}</span>
          <X aria-hidden size={13} className="shrink-0" />
        </button>
      )}
    </FilterLine>
  );
}
