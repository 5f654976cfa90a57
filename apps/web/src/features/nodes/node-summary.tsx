// The table of nodes above every infrastructure screen. A click on a head sorts it; a selected row filters the screen.
import { nodeSubject, pbsSubject } from '@belfry/domain/alerts/subjects';
import type { Limits } from '@belfry/domain/alerts/thresholds';
import type { GuestFacts } from '@belfry/domain/guest-figures';
import { type AlertMark, alertMarks } from '@belfry/domain/status';
import { useMemo, useState } from 'react';
import { useAlertConfig } from '../../api/alert-config.ts';
import { createLimits } from '../../lib/limits.ts';
import { useList } from '../../live/use-live.ts';
import { rowLook } from '../../ui/row-look.ts';
import { SortHeader } from '../../ui/sort-header.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { ClusterNotice } from './cluster-notice.tsx';
import { type SummaryColumn, summaryColumns } from './columns.tsx';
import { type Counts, countsOf, type SummaryTab } from './counts.ts';
import { FoldLine } from './fold-line.tsx';
import { messages } from './messages.ts';
import { nextSort, type SummaryRow, type SummarySort, sortSummary, summaryRows } from './summary-rows.ts';

interface NodeSummaryProps {
  /** The screen below. It decides what is counted, and by which rows the screen can be filtered. */
  tab: SummaryTab;
  /** The counts by the id of the node or backup server, on a screen that counts backups. */
  backups?: ReadonlyMap<string, number>;
  /** The id of the selected node. */
  selected: string | null;
  onSelect(id: string | null): void;
}

const SELECTABLE: Record<SummaryTab, readonly SummaryRow['list'][]> = {
  dashboard: ['nodes'],
  storage: ['nodes'],
  backups: ['nodes', 'pbs'],
};

const rowLimits = createLimits((row: SummaryRow) => (row.list === 'pbs' ? pbsSubject(row) : nodeSubject(row)));

const noBackups: ReadonlyMap<string, number> = new Map();

export function NodeSummary({ tab, backups = noBackups, selected, onSelect }: NodeSummaryProps) {
  const [nodes, pbs] = [useList('nodes'), useList('pbs')];
  const counts = useCounts(tab, backups);
  const alerts = useList('activeAlerts');
  const config = useAlertConfig();
  const [sort, setSort] = useState<SummarySort | null>(null);
  const [open, setOpen] = useState(false);
  const servers = tab === 'storage' ? none : pbs;
  const rows = useMemo(() => summaryRows(nodes, servers, counts), [nodes, servers, counts]);
  const marks = useMemo(() => alertMarks(alerts), [alerts]);
  const hot = rows.some((row) => row.temperature !== undefined);
  const columns = summaryColumns(tab, servers.length > 0).filter((column) => column.key !== 'temperature' || hot);
  if (rows.length === 0) return null;
  const folds = rows.length > FEW;
  const look = folds ? `max-md:border-t max-md:border-line-soft ${open ? '' : folded(selected)}` : '';
  const select = (id: string | null) => {
    onSelect(id);
    setOpen(false);
  };
  return (
    <div className="card">
      <ClusterNotice />
      {folds && <FoldLine rows={rows} marks={marks} open={open} onToggle={() => setOpen(!open)} />}
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows can be selected, as in a grid */}
      <table className={`rows ${look}`} role="grid" aria-label={messages.table}>
        <colgroup>
          {columns.map((column) => (
            <col key={column.key} className={column.className} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <SortHeader
                key={column.key}
                className={column.className}
                numeric={column.numeric}
                direction={sort?.key === column.key ? (sort.descending ? 'descending' : 'ascending') : null}
                onSort={() => setSort(nextSort(sort, column.key))}
              >
                {column.head}
              </SortHeader>
            ))}
          </tr>
        </thead>
        <tbody>
          {sortSummary(rows, sort).map((row) => (
            <NodeRow
              key={row.id}
              row={row}
              columns={columns}
              mark={marks.get(row.id)}
              limits={rowLimits(config, row)}
              selected={selected === row.id}
              dim={selected !== null && selected !== row.id}
              onSelect={SELECTABLE[tab].includes(row.list) ? select : undefined}
            />
          ))}
        </tbody>
      </table>
      <Facts row={rows.find(({ id }) => id === selected)} />
    </div>
  );
}

/** More facts about the selected node. */
const Facts = ({ row }: { row: SummaryRow | undefined }) =>
  row && row.facts !== '' ? (
    <p className="border-t border-line-soft px-3 py-1.5 text-sm text-soft">
      <b className="font-semibold">{row.name}</b> {row.facts}
    </p>
  ) : null;

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
  const [nodes, pbs] = [useSettled(useList('nodes'), namedAlike), useSettled(useList('pbs'), namedAlike)];
  const [vms, containers] = [useSettled(useList('vms'), sameNode), useSettled(useList('containers'), sameNode)];
  const [storage, physicalDisks] = [useList('storage'), useList('physicalDisks')];
  return useMemo(
    () => countsOf(tab, { nodes, pbs, vms, containers, storage, physicalDisks }, backups),
    [tab, nodes, pbs, vms, containers, storage, physicalDisks, backups],
  );
}

interface NodeRowProps {
  row: SummaryRow;
  columns: readonly SummaryColumn[];
  mark: AlertMark | undefined;
  limits: Limits;
  selected: boolean;
  dim: boolean;
  onSelect: ((id: string | null) => void) | undefined;
}

function NodeRow({ row, columns, mark, limits, selected, dim, onSelect }: NodeRowProps) {
  const toggle = () => onSelect?.(selected ? null : row.id);
  const look = [rowLook(row.status.figures), dim ? 'dim' : '', selected ? 'selected' : ''];
  return (
    <tr
      className={`row ${onSelect ? 'cursor-pointer' : ''} ${look.join(' ')}`}
      data-mark={mark}
      aria-selected={selected}
      tabIndex={0}
      onClick={toggle}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== ' ')) return;
        event.preventDefault();
        toggle();
      }}
    >
      {columns.map((column) => (
        <td key={column.key} className={`${column.numeric ? 'num' : ''} ${column.className}`}>
          {column.cell(row, limits)}
        </td>
      ))}
    </tr>
  );
}
