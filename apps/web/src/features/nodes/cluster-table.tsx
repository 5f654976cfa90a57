// A row for each cluster, which unfolds its nodes. A selected node filters the screen.

import { worstFirst } from '@belfry/domain/alerts/order';
import { rowsOfAlert } from '@belfry/domain/alerts/rows';
import { nodeOnline, worstMark } from '@belfry/domain/status';
import type { Alert } from '@belfry/schema/entities/alert';
import type { Storage } from '@belfry/schema/entities/storage';
import { useMemo } from 'react';
import { useAtLeast } from '../../lib/breakpoint.ts';
import { wholePercent } from '../../lib/language/format.ts';
import { sortedBy } from '../../lib/order.ts';
import { usePref } from '../../lib/prefs.ts';
import { type Strips, withTotals } from '../../lib/strips.ts';
import { useAlertMarks } from '../../live/use-alert-marks.ts';
import { useList, useSettledList } from '../../live/use-live.ts';
import { useTrendColumns } from '../../ui/strip/use-trend-columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { ItemRow } from '../../ui/table/item-row.tsx';
import { ClusterNotice } from './cluster-notice.tsx';
import { clusterTrouble } from './cluster-trouble.ts';
import { clusterGroups, rankOf } from './clusters.ts';
import { clusterColumns } from './columns.tsx';
import { guestCounts } from './counts.ts';
import { foldClusters, type ShownRow } from './fold.ts';
import { messages } from './messages.ts';
import { openClustersPref } from './preferences.ts';
import { figure, type SummaryRow, sortSummary } from './summary-rows.ts';
import { lookOf, selectsRow, type TableProps, useRowLimits } from './table-props.ts';
import { samePart, trendParts } from './trend-parts.ts';
import { useFold } from './use-fold.tsx';
import { useRoom } from './use-room.ts';
import { useSites } from './use-sites.tsx';
import { fullestStorages, worstAlerts } from './worst.ts';

export function ClusterTable({ tab, rows: nodes, selected, onSelect, sort, onSort, strips }: TableProps) {
  const limitsOf = useRowLimits();
  const marks = useAlertMarks();
  const [chosen, setChosen] = usePref(openClustersPref);
  const room = useRoom();
  const guests = useGuestCounts();
  const alerts = useList('activeAlerts');
  const fullest = useFullest(alerts);
  const { placeOf, placeOfInstance, grouped, group } = useSites(nodes, sort, selected);
  const worst = useMemo(() => worstAlerts(alerts, rowsOfAlert, placeOfInstance), [alerts, placeOfInstance]);

  const clusters = useList('pveClusters');
  // a lost quorum has a notice of its own above the table
  const troubleOf = (instance: string) =>
    clusters
      .filter((cluster) => cluster.instance === instance && cluster.quorate)
      .map(clusterTrouble)
      .find((trouble) => trouble !== undefined);
  const ordered = sortSummary(
    nodes.map((row) => (row.list === 'nodes' ? { ...row, guests: guests.get(row.id) ?? noGuests } : row)),
    sort,
  );
  const isTroubled = ({ id, status }: SummaryRow) =>
    status.isProblem || status.word === 'unreachable' || marks.get(id) === 'critical';
  const isCritical = ({ id }: SummaryRow) => marks.get(id) === 'critical';
  const groups = clusterGroups(ordered, { isTroubled, fullest, troubleOf, ...(placeOf && { placeOf }) });
  const inOrder = sort
    ? sortedBy(
        groups,
        ({ row }) => figure(row, sort.key),
        sort.descending,
        () => 0,
      )
    : groups;
  const troubled = new Set(groups.flatMap((own) => (own.troubled.length > 0 ? own.row.id : [])));
  const rows = grouped(
    foldClusters(inOrder, { room, chosen, selected, isCritical }).map((shown) => ({
      kind: 'item' as const,
      key: shown.row.id,
      ...shown,
    })),
    ({ row }) => row,
    ({ depth }) => depth === 1,
    (row) => rankOf(row, troubled.has(row.id)),
  );

  const alertOf = ({ id, standsFor = [id] }: SummaryRow) =>
    standsFor.flatMap((own) => worst.get(own) ?? []).toSorted(worstFirst)[0];
  const markOf = (row: SummaryRow) =>
    row.list === 'nodes' || row.list === 'pbs'
      ? worstMark(marks.get(row.id), marks.get(row.instance ?? ''))
      : alertOf(row)?.level;
  const fold = useFold({ rows: nodes, selected, markOf });
  const hot = nodes.some(({ temperature }) => temperature !== undefined);
  const wide = useAtLeast()('lg');
  const plain = useMemo(() => clusterColumns(wide).filter(({ id }) => id !== 'temperature' || hot), [wide, hot]);
  const columns = useTrendColumns(plain, 'nodes', strips !== undefined);
  const trends = useTrends(strips);
  const open = ({ row, open: isOpen }: ShownRow) => {
    if (row.list === 'rest') setChosen({ ...chosen, [row.id.slice('rest:'.length)]: true });
    else if (isOpen !== undefined) setChosen({ ...chosen, [row.id]: !isOpen });
    else if (selectsRow(tab, row)) {
      onSelect(row.id);
      fold.close();
    }
  };
  return (
    <DataTable
      label={messages.table}
      role="treegrid"
      className={`md:[--row:26px] ${fold.look}`}
      rows={rows}
      columns={columns}
      sort={sort}
      onSort={onSort}
      sortEnds
      onOpen={open}
      group={group}
      item={({ key, row, depth, open }, place) => (
        <ItemRow
          key={key}
          place={{ ...place, level: depth }}
          item={row}
          context={{ limits: limitsOf(row), strips: trends, depth, open, alert: alertOf(row) }}
          look={lookOf(tab, row, selected, open !== undefined || row.list === 'rest')}
          mark={markOf(row)}
          expanded={open}
          selected={selected === row.id}
        />
      )}
      above={
        <>
          <ClusterNotice urgent />
          {fold.line}
        </>
      }
    />
  );
}

/** With the last hour of each cluster, computed from that of its nodes: the server is not asked for more. */
function useTrends(strips: Strips | undefined): Strips | undefined {
  const nodes = useSettledList('nodes', samePart);
  return useMemo(() => strips && withTotals(strips, 'nodes', trendParts(nodes)), [strips, nodes]);
}

const noGuests = { running: 0, paused: 0, unknown: 0, all: 0 };

interface Counted {
  id: string;
  status: string;
  staleSince?: string | undefined;
}
interface Placed extends Counted {
  node: string;
  instance: string;
}
const sameState = (a: Counted, b: Counted): boolean =>
  a.id === b.id && a.status === b.status && a.staleSince === b.staleSince;
const sameCount = (a: Placed, b: Placed): boolean => sameState(a, b) && a.node === b.node && a.instance === b.instance;

/** Computed when a guest started, stopped or moved, and not with every poll. */
function useGuestCounts() {
  const [vms, containers] = [useSettledList('vms', sameCount), useSettledList('containers', sameCount)];
  const nodes = useSettledList('nodes', sameState);
  return useMemo(() => {
    const online = new Set(nodes.filter(nodeOnline).map(({ id }) => id));
    return guestCounts([vms, containers], online);
  }, [vms, containers, nodes]);
}

/** Storages come with every poll, and a change that is not seen computes nothing. */
const sameUsage = (a: Storage, b: Storage): boolean =>
  sameState(a, b) && a.total === b.total && wholePercent(a.usage) === wholePercent(b.usage);

function useFullest(alerts: readonly Alert[]) {
  const [storages, servers] = [useSettledList('storage', sameUsage), useList('pbs')];
  return useMemo(() => fullestStorages(storages, servers, alerts), [storages, servers, alerts]);
}
