// The storage screen below the node summary: pools or physical disks.
import { DatabaseZap } from 'lucide-react';
import { useRef } from 'react';
import { optionsOf } from '../../lib/language/options.ts';
import { usePref } from '../../lib/prefs.ts';
import { useGaps } from '../../live/use-gaps.ts';
import { useList } from '../../live/use-live.ts';
import { Boundary } from '../../ui/boundary.tsx';
import { FilterLine } from '../../ui/filter-line.tsx';
import { GapList } from '../../ui/gap-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useScreenKeys } from '../../ui/screen-keys.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SortSelect } from '../../ui/sort-select.tsx';
import { DiskTable } from './disks/disk-table.tsx';
import { messages } from './messages.ts';
import { PoolTable } from './pools/pool-table.tsx';
import { historyPref, tabPref } from './preferences.ts';
import { useFilters } from './use-filters.ts';

/** The parts of this screen that the account of Belfry may not read. */
const PARTS = /^(storages|ZFS|Ceph|physical disks)/;

interface StorageProps {
  /** The id of the node selected in the summary. */
  node: string | null;
  onNode(id: string | null): void;
}

export function Storage({ node, onNode }: StorageProps) {
  const searchBox = useRef<HTMLInputElement>(null);
  const [tab, setTab] = usePref(tabPref);
  const filters = useFilters(node);
  const gaps = useGaps(PARTS);
  const nothing = useList('storage').length + useList('physicalDisks').length === 0;

  useScreenKeys(searchBox, () => (node === null ? filters.reset() : onNode(null)));

  if (nothing)
    return (
      <Notice icon={<DatabaseZap />} title={gaps.length === 0 ? messages.none : messages.hidden}>
        {gaps.length === 0 && <p>{messages.noneHint}</p>}
        <GapList gaps={gaps} of={(gap) => gap.host} />
      </Notice>
    );
  return (
    <>
      <FilterLine onReset={filters.reset}>
        <Segmented label={messages.views} options={optionsOf(messages.tabs)} value={tab} onChange={setTab} />
        <SearchBox
          ref={searchBox}
          name={tab === 'pools' ? messages.searchPools : messages.searchDisks}
          tips={tab === 'pools' ? messages.poolTips : messages.diskTips}
          history={historyPref}
          text={filters.search}
          onText={filters.setSearch}
        />
        {tab === 'pools' && (
          <>
            <Segmented
              label={messages.grouping}
              options={optionsOf(messages.groupings)}
              value={filters.grouping}
              onChange={filters.setGrouping}
            />
            <SortSelect
              options={optionsOf(messages.sorts)}
              value={filters.sortKey}
              descending={filters.descending}
              onKey={filters.setSortKey}
              onDescending={filters.setDescending}
            />
          </>
        )}
      </FilterLine>
      <Boundary key={tab} name={messages.section}>
        {tab === 'pools' ? <PoolTable filters={filters} /> : <DiskTable search={filters.search} node={node} />}
      </Boundary>
    </>
  );
}
