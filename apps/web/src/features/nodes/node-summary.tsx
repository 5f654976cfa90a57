// The nodes above every infrastructure screen: a table, by cluster in a large estate. There the other screens have a line of buttons.
import type { GuestFacts } from '@belfry/domain/guest-figures';
import { Rows2, Rows3 } from 'lucide-react';
import { Suspense, useMemo } from 'react';
import { usePref } from '../../lib/prefs.ts';
import { useList, useLive, useSettledList } from '../../live/use-live.ts';
import { Boundary } from '../../ui/boundary.tsx';
import { IconButton } from '../../ui/button.tsx';
import { late } from '../../ui/late.ts';
import { ClusterTable } from './cluster-table.tsx';
import { isLarge } from './clusters.ts';
import { type Counts, countsOf, type SummaryTab } from './counts.ts';
import { messages } from './messages.ts';
import { NodeTable } from './node-table.tsx';
import { nodeGroupingPref } from './preferences.ts';
import { summaryRows } from './summary-rows.ts';
import type { TableProps } from './table-props.ts';

interface NodeSummaryProps extends Omit<TableProps, 'rows' | 'onSelect'> {
  /** The counts by the id of the node or backup server, on a screen that counts backups. */
  backups?: ReadonlyMap<string, number>;
  onSelect(id: string | null): void;
}

// the Overview has none
const NodeButtons = late(async () => (await import('./node-buttons.tsx')).NodeButtons);
const Facts = late(async () => (await import('./facts.tsx')).Facts);
const none: never[] = [];
const noBackups: ReadonlyMap<string, number> = new Map();
/** From here on only the rows in view are rendered, so the table must know what scrolls. */
const LONG = 40;

export const NodeSummary = (props: NodeSummaryProps) => (
  <Boundary name={messages.section}>
    <Summary {...props} />
  </Boundary>
);

function Summary({ tab, backups = noBackups, selected, onSelect, ...props }: NodeSummaryProps) {
  const [nodes, pbs] = [useList('nodes'), useList('pbs')];
  const counts = useCounts(tab, backups);
  const servers = tab === 'storage' ? none : pbs;
  const rows = useMemo(() => summaryRows(nodes, servers, counts), [nodes, servers, counts]);
  const [grouping, setGrouping] = usePref(nodeGroupingPref);
  if (rows.length === 0) return null;
  const large = isLarge(rows);
  const chosen = rows.find(({ id }) => id === selected);
  const select = (id: string) => onSelect(selected === id ? null : id);
  if (large && tab !== 'dashboard')
    return (
      <Suspense fallback={<div className="mb-1 h-8 max-md:h-11" />}>
        <NodeButtons tab={tab} rows={rows} selected={selected} onSelect={onSelect} />
      </Suspense>
    );
  const byCluster = large && grouping === 'clusters';
  const own = { rows, tab, selected, onSelect: select, ...props };
  return (
    <>
      <div className="relative mb-1">
        {/* the screen below has the larger part of the window */}
        <div
          className="md:max-h-[33.34vh] md:overflow-y-auto md:[scrollbar-width:thin]"
          data-scroller={rows.length >= LONG ? '' : undefined}
        >
          {byCluster ? <ClusterTable {...own} /> : <NodeTable {...own} />}
        </div>
        {large && (
          <IconButton
            label={byCluster ? messages.byNode : messages.byCluster}
            className="absolute! top-0.5 right-1 z-3 h-6! w-7! max-md:hidden kiosk:hidden"
            onClick={() => setGrouping(byCluster ? 'nodes' : 'clusters')}
          >
            {byCluster ? <Rows3 size={14} aria-hidden /> : <Rows2 size={14} aria-hidden />}
          </IconButton>
        )}
      </div>
      <Suspense>{chosen && <Facts row={chosen} />}</Suspense>
    </>
  );
}

interface Named {
  id: string;
  name: string;
}

// figures change every few seconds and are not counted here
const namedAlike = (a: Named, b: Named): boolean => a.id === b.id && a.name === b.name;
const sameNode = (a: GuestFacts, b: GuestFacts): boolean => a.node === b.node && a.instance === b.instance;

function useCounts(tab: SummaryTab, backups: ReadonlyMap<string, number>): Counts {
  const [nodes, pbs] = [useSettledList('nodes', namedAlike), useSettledList('pbs', namedAlike)];
  const [vms, containers] = [useSettledList('vms', sameNode), useSettledList('containers', sameNode)];
  // where they are not counted they are not read: storages change with every poll
  const counted = tab === 'storage';
  const storage = useLive(({ state }) => (counted ? (state?.storage ?? none) : none));
  const physicalDisks = useLive(({ state }) => (counted ? (state?.physicalDisks ?? none) : none));
  return useMemo(
    () => countsOf(tab, { nodes, pbs, vms, containers, storage, physicalDisks }, backups),
    [tab, nodes, pbs, vms, containers, storage, physicalDisks, backups],
  );
}
