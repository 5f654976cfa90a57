// The Docker screen: filter line, hosts, containers.
import { useRef } from 'react';
import type { ChangeView } from '../../lib/view/use-view.ts';
import { useDockerHosts } from '../../live/use-live.ts';
import { Boundary } from '../../ui/boundary.tsx';
import { MissingSelection } from '../../ui/missing-selection.tsx';
import { useScreenKeys } from '../../ui/screen-keys.ts';
import { ContainerTable } from './container-table/container-table.tsx';
import { FilterBar } from './filter-bar.tsx';
import { filtersOf } from './filters.ts';
import { HostList } from './host-list.tsx';
import { messages } from './messages.ts';
import type { DockerView } from './view.ts';

interface DockerProps {
  view: DockerView;
  onChange: ChangeView<DockerView>;
}

export function Docker({ view, onChange }: DockerProps) {
  const searchBox = useRef<HTMLInputElement>(null);
  const filters = filtersOf(view, onChange);
  const hosts = useDockerHosts();

  // one step for each press of Escape: first the selected host, then the filters
  useScreenKeys(searchBox, () => (filters.host === null ? filters.reset() : filters.change({ host: null })));

  return (
    <>
      <MissingSelection
        id={view.host}
        isMissing={hosts.length > 0 && !hosts.some(({ id }) => id === view.host)}
        text={messages.missingHost}
        onMissing={() => onChange({ host: null }, { replace: true })}
      />
      <FilterBar searchRef={searchBox} filters={filters} />
      {/* beside the page of a container there is no room for two columns below 1280 pixels */}
      <div className="gap-3 lg:flex lg:items-start max-xl:in-data-narrowed:flex-col max-xl:in-data-narrowed:items-stretch">
        <HostList selected={filters.host} onSelect={(host) => filters.change({ host })} />
        <div className="min-w-0 flex-1">
          <Boundary name={messages.section}>
            <ContainerTable filters={filters} />
          </Boundary>
        </div>
      </div>
    </>
  );
}
