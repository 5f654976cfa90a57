// The Docker screen: filter line, hosts, containers.
import { useRef } from 'react';
import { Boundary } from '../../ui/boundary.tsx';
import { useScreenKeys } from '../../ui/screen-keys.ts';
import { ContainerTable } from './container-table/container-table.tsx';
import { FilterBar } from './filter-bar.tsx';
import { HostList } from './host-list.tsx';
import { messages } from './messages.ts';
import { useFilters } from './use-filters.ts';

export function Docker() {
  const searchBox = useRef<HTMLInputElement>(null);
  const filters = useFilters();

  // one step for each press of Escape: first the selected host, then the filters
  useScreenKeys(searchBox, () => (filters.host === null ? filters.reset() : filters.setHost(null)));

  return (
    <>
      <FilterBar searchRef={searchBox} filters={filters} />
      <div className="lg:flex lg:items-start lg:gap-3">
        <HostList selected={filters.host} onSelect={filters.setHost} />
        <Boundary name={messages.section}>
          <ContainerTable filters={filters} />
        </Boundary>
      </div>
    </>
  );
}
