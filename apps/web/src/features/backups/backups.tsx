// The backups below the node summary: chart, filters, list.
import { ArchiveX } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { MINUTE_MS, useNow } from '../../lib/now.ts';
import type { ChangeView } from '../../lib/view/use-view.ts';
import { useSiteOf } from '../../live/sites/use-site-of.ts';
import { useList } from '../../live/use-live.ts';
import { Boundary } from '../../ui/boundary.tsx';
import { NodesLink } from '../../ui/nodes-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useScreenKeys } from '../../ui/screen-keys.ts';
import type { Backup } from './backup.ts';
import { ChartCard } from './chart/chart-card.tsx';
import { Faults } from './faults.tsx';
import { FilterBar } from './filter-bar.tsx';
import { filtersOf } from './filters.ts';
import type { ServerIds } from './home.ts';
import { BackupList } from './list/backup-list.tsx';
import { modeOf, selectBackups } from './list/rows.ts';
import { messages } from './messages.ts';
import type { BackupsView } from './view.ts';

interface BackupsProps {
  backups: readonly Backup[];
  serverIds: ServerIds;
  view: BackupsView;
  onChange: ChangeView<BackupsView>;
}

export function Backups({ backups, serverIds, view, onChange }: BackupsProps) {
  const searchBox = useRef<HTMLInputElement>(null);
  const filters = filtersOf(view, onChange);
  const [servers, nodes] = [useList('pbs'), useList('nodes')];
  const siteOf = useSiteOf();
  // Days begin at midnight, so an update once a minute is enough.
  const now = useNow(MINUTE_MS);
  const hasHosts = useMemo(() => backups.some(({ type }) => type === 'Host'), [backups]);

  const { search, mode, type, grouping, node, sortKey, descending } = filters;
  const selected = useMemo(
    () => selectBackups(backups, { search, mode, type, grouping, node, sortKey, descending }, serverIds, siteOf),
    [backups, search, mode, type, grouping, node, sortKey, descending, serverIds, siteOf],
  );
  const shownMode = modeOf(filters, [...serverIds.keys()]);

  useScreenKeys(searchBox, () => (node === null ? filters.reset() : filters.change({ node: null })));

  if (nodes.length + servers.length + backups.length === 0)
    return (
      <Notice icon={<ArchiveX />} title={messages.noSources}>
        <p>{messages.noSourcesHint}</p>
        <NodesLink />
      </Notice>
    );
  return (
    <>
      <Boundary name={messages.faultsSection}>
        <Faults now={now} />
      </Boundary>
      <Boundary name={messages.chartSection}>
        <ChartCard backups={selected} servers={servers} now={now} filters={filters} />
      </Boundary>
      <FilterBar searchRef={searchBox} filters={filters} mode={shownMode} hasHosts={hasHosts} now={now} />
      <Boundary name={messages.section}>
        <BackupList backups={selected} total={backups.length} mode={shownMode} filters={filters} />
      </Boundary>
    </>
  );
}
