// The nodes and backup servers as a table. A click on a head sorts it; a selected row filters the screen.
import { worstMark } from '@belfry/domain/status';
import { useMemo } from 'react';
import { useAlertMarks } from '../../live/use-alert-marks.ts';
import { useTrendColumns } from '../../ui/strip/use-trend-columns.ts';
import { rowsOf } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { ItemRow } from '../../ui/table/item-row.tsx';
import { ClusterNotice } from './cluster-notice.tsx';
import { rankOf } from './clusters.ts';
import { summaryColumns } from './columns.tsx';
import { messages } from './messages.ts';
import { type SummaryRow, sortSummary } from './summary-rows.ts';
import { lookOf, selectsRow, type TableProps, useRowLimits } from './table-props.ts';
import { useFold } from './use-fold.tsx';
import { useSites } from './use-sites.tsx';

export function NodeTable({ tab, rows, selected, onSelect, sort, onSort, strips }: TableProps) {
  const limitsOf = useRowLimits();
  const marks = useAlertMarks();
  const markOf = ({ id, instance = '' }: SummaryRow) => worstMark(marks.get(id), marks.get(instance));
  const hot = rows.some((row) => row.temperature !== undefined);
  const withPbs = rows.some(({ list }) => list === 'pbs');
  const plain = useMemo(
    () => summaryColumns(tab, withPbs).filter(({ id }) => id !== 'temperature' || hot),
    [tab, withPbs, hot],
  );
  const columns = useTrendColumns(plain, 'nodes', strips !== undefined);
  const fold = useFold({ rows, selected, markOf });
  const { grouped, group } = useSites(rows, sort, selected);
  return (
    <DataTable
      label={messages.table}
      role="grid"
      className={fold.look}
      rows={grouped(
        rowsOf(sortSummary(rows, sort), ({ id }) => id),
        ({ thing }) => thing,
        () => true,
        (row) => rankOf(row, markOf(row) === 'critical'),
      )}
      group={group}
      columns={columns}
      sort={sort}
      onSort={onSort}
      sortEnds
      onOpen={({ thing }) => {
        if (!selectsRow(tab, thing)) return;
        onSelect(thing.id);
        fold.close();
      }}
      item={({ key, thing: row }, place) => (
        <ItemRow
          key={key}
          place={place}
          item={row}
          context={{ limits: limitsOf(row), strips }}
          look={lookOf(tab, row, selected)}
          mark={markOf(row)}
          selected={selected === row.id}
        />
      )}
      above={
        <>
          <ClusterNotice />
          {fold.line}
        </>
      }
    />
  );
}
