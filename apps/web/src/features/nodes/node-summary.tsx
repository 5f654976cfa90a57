// The table of nodes above every infrastructure screen. A click on a head sorts it; a selected row filters the screen.
import { nodeSubject, pbsSubject } from '@belfry/domain/alerts/subjects';
import type { GuestFacts } from '@belfry/domain/guest-figures';
import { datastoreId } from '@belfry/domain/ids';
import { worstMark } from '@belfry/domain/status';
import { Link } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import { useAlertPolicies } from '../../api/alert-config.ts';
import { createLimits } from '../../lib/limits.ts';
import type { Strips } from '../../lib/strips.ts';
import { useAlertMarks } from '../../live/use-alert-marks.ts';
import { useAlertsOf } from '../../live/use-alerts-of.ts';
import { useList, useLive, useSettledList } from '../../live/use-live.ts';
import { Boundary } from '../../ui/boundary.tsx';
import { late } from '../../ui/late.ts';
import { useTrendColumns } from '../../ui/strip/use-trend-columns.ts';
import { rowsOf } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { ItemRow } from '../../ui/table/item-row.tsx';
import { rowLook } from '../../ui/table/row-look.ts';
import { ClusterNotice } from './cluster-notice.tsx';
import { summaryColumns } from './columns.tsx';
import { type Counts, countsOf, type SummaryTab } from './counts.ts';
import { FoldLine } from './fold-line.tsx';
import { messages } from './messages.ts';
import { type SummaryRow, type SummarySort, sortSummary, summaryRows } from './summary-rows.ts';

interface NodeSummaryProps {
  /** The screen below. It decides what is counted, and by which rows the screen can be filtered. */
  tab: SummaryTab;
  /** The counts by the id of the node or backup server, on a screen that counts backups. */
  backups?: ReadonlyMap<string, number>;
  /** The id of the selected node. */
  selected: string | null;
  onSelect(id: string | null): void;
  /** Null is the default order. */
  sort: SummarySort | null;
  onSort(sort: SummarySort | null): void;
  /** The last hour of the nodes. Undefined while it is not shown. */
  strips?: Strips | undefined;
}

const AlertList = late(async () => (await import('../../ui/alerts/alert-list.tsx')).AlertList);

const SELECTABLE: Record<SummaryTab, readonly SummaryRow['list'][]> = {
  dashboard: ['nodes'],
  storage: ['nodes'],
  backups: ['nodes', 'pbs'],
};

const rowLimits = createLimits((row: SummaryRow) => (row.list === 'pbs' ? pbsSubject(row) : nodeSubject(row)));

const noBackups: ReadonlyMap<string, number> = new Map();

export const NodeSummary = (props: NodeSummaryProps) => (
  <Boundary name={messages.section}>
    <Summary {...props} />
  </Boundary>
);

function Summary({ tab, backups = noBackups, selected, onSelect, sort, onSort, strips }: NodeSummaryProps) {
  const [nodes, pbs] = [useList('nodes'), useList('pbs')];
  const counts = useCounts(tab, backups);
  const policies = useAlertPolicies();
  const [open, setOpen] = useState(false);
  const servers = tab === 'storage' ? none : pbs;
  const rows = useMemo(() => summaryRows(nodes, servers, counts), [nodes, servers, counts]);
  const marks = useAlertMarks();
  const markOf = ({ id, instance = '' }: SummaryRow) => worstMark(marks.get(id), marks.get(instance));
  const hot = rows.some((row) => row.temperature !== undefined);
  const withPbs = servers.length > 0;
  const plain = useMemo(
    () => summaryColumns(tab, withPbs).filter(({ id }) => id !== 'temperature' || hot),
    [tab, withPbs, hot],
  );
  const columns = useTrendColumns(plain, 'nodes', strips !== undefined);
  if (rows.length === 0) return null;
  const folds = rows.length > FEW;
  const look = folds ? `max-md:border-t max-md:border-line-soft ${open ? '' : folded(selected)}` : '';
  const select = (id: string | null) => {
    onSelect(id);
    setOpen(false);
  };
  const selects = (row: SummaryRow) => SELECTABLE[tab].includes(row.list);
  return (
    <DataTable
      label={messages.table}
      role="grid"
      className={look}
      rows={rowsOf(sortSummary(rows, sort), ({ id }) => id)}
      columns={columns}
      sort={sort}
      onSort={onSort}
      sortEnds
      onOpen={({ key, thing }) => selects(thing) && select(selected === key ? null : key)}
      item={({ key, thing: row }, place) => (
        <ItemRow
          key={key}
          place={place}
          item={row}
          context={{ limits: rowLimits(policies, row), strips }}
          look={lookOf(row, selected, selects(row))}
          mark={markOf(row)}
          selected={selected === row.id}
        />
      )}
      above={
        <>
          <ClusterNotice />
          {folds && <FoldLine rows={rows} markOf={markOf} open={open} onToggle={() => setOpen(!open)} />}
        </>
      }
      below={<Facts row={rows.find(({ id }) => id === selected)} />}
    />
  );
}

/** More facts about the selected node, and its alerts. */
function Facts({ row }: { row: SummaryRow | undefined }) {
  const alerts = useAlertsOf(row?.id, row?.instance);
  const stores = useList('pbs').find(({ id }) => id === row?.id)?.datastores ?? none;
  if (!row || (row.facts === '' && alerts.length === 0 && stores.length === 0)) return null;
  return (
    <div className="flex flex-col gap-1.5 border-t border-line-soft px-3 py-1.5 text-sm text-soft">
      <p>
        <b className="font-semibold">{row.name}</b> {row.facts}
        {stores.map(({ name }) => (
          <Link
            key={name}
            to="/datastores/$id"
            params={{ id: datastoreId(row.id, name) }}
            className="mr-3 inline-block hover:underline max-md:min-h-10"
          >
            {name}
          </Link>
        ))}
      </p>
      <Suspense>
        <AlertList alerts={alerts} />
      </Suspense>
    </div>
  );
}

const none: never[] = [];

/** Up to this number of rows, folding would save no space. */
const FEW = 2;
/** The selected row is always shown, because it filters the screen below. */
const folded = (selected: string | null) =>
  selected === null ? 'max-md:hidden' : 'max-md:[&_tr:not(.selected)]:hidden';

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

function lookOf(row: SummaryRow, selected: string | null, selectable: boolean): string {
  const chosen = selected === null ? '' : selected === row.id ? 'selected' : 'dim';
  return `${rowLook(row.status.figures)} ${chosen} ${selectable ? 'cursor-pointer' : ''}`;
}
