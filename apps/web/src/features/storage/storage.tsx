// The storage screen below the node summary: pools or physical disks.
import { DatabaseZap } from 'lucide-react';
import { useRef } from 'react';
import type { ChangeView } from '../../lib/view/use-view.ts';
import { useGaps } from '../../live/use-gaps.ts';
import { useList } from '../../live/use-live.ts';
import { Boundary } from '../../ui/boundary.tsx';
import { FilterLine } from '../../ui/filter-line.tsx';
import { GapList } from '../../ui/gap-list.tsx';
import { NodesLink } from '../../ui/nodes-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useScreenKeys } from '../../ui/screen-keys.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SortSelect } from '../../ui/sort-select.tsx';
import { DiskTable } from './disks/disk-table.tsx';
import { filtersOf } from './filters.ts';
import { messages } from './messages.ts';
import { PoolTable } from './pools/pool-table.tsx';
import { searchHistoryPref } from './preferences.ts';
import { diskFields, storageFields } from './search.ts';
import type { StorageView } from './view.ts';

/** The parts of this screen that the account of Belfry may not read. */
const PARTS = /^(storages|ZFS|Ceph|physical disks)/;

interface StorageProps {
  view: StorageView;
  onChange: ChangeView<StorageView>;
}

export function Storage({ view, onChange }: StorageProps) {
  const searchBox = useRef<HTMLInputElement>(null);
  const { tab, node, diskSort } = view;
  const filters = filtersOf(view, onChange);
  const gaps = useGaps(PARTS);
  const servers = useList('pbs').length;
  const nothing = useList('storage').length + useList('physicalDisks').length === 0;

  useScreenKeys(searchBox, () => (node === null ? filters.reset() : filters.change({ node: null })));

  if (nothing)
    return (
      <Notice
        icon={<DatabaseZap />}
        title={gaps.length > 0 ? messages.hidden : servers > 0 ? messages.onlyServers : messages.none}
      >
        {gaps.length === 0 && <p>{servers > 0 ? messages.onlyServersHint : messages.noneHint}</p>}
        <GapList gaps={gaps} of={(gap) => gap.host} />
        {gaps.length + servers === 0 && <NodesLink />}
      </Notice>
    );
  return (
    <>
      <FilterLine onReset={filters.reset}>
        <Segmented
          label={messages.views}
          options={messages.tabs}
          value={tab}
          onChange={(next) => onChange({ tab: next })}
        />
        <SearchBox
          ref={searchBox}
          name={tab === 'pools' ? messages.searchPools : messages.searchDisks}
          tips={tab === 'pools' ? messages.poolTips : messages.diskTips}
          history={searchHistoryPref}
          text={filters.search}
          fields={tab === 'pools' ? storageFields : diskFields}
          onText={(search) => filters.change({ search })}
        />
        {tab === 'pools' && (
          <>
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
            />
          </>
        )}
      </FilterLine>
      <Boundary key={tab} name={messages.section}>
        {tab === 'pools' ? (
          <PoolTable filters={filters} />
        ) : (
          <DiskTable
            search={filters.search}
            node={node}
            sort={diskSort}
            onSort={(next) => onChange({ diskSort: next })}
            chosen={view.diskColumns}
            onChoose={(diskColumns) => onChange({ diskColumns })}
          />
        )}
      </Boundary>
    </>
  );
}
