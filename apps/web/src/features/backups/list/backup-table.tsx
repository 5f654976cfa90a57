// The list on a wide window, as a table.
import { type ReactNode, useMemo } from 'react';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { ItemRow } from '../../../ui/table/item-row.tsx';
import { columnsOf } from '../../../ui/table/sort.ts';
import type { Hold } from '../../../ui/table/use-hold.ts';
import type { Filters } from '../filters.ts';
import { messages } from '../messages.ts';
import { backupColumns, type CellContext } from './columns.tsx';
import type { Mode, Row } from './rows.ts';

export interface ListProps {
  rows: readonly Row[];
  context: CellContext;
}

interface BackupTableProps extends ListProps {
  mode: Mode;
  filters: Filters;
  hold: Hold['handlers'];
  legend: ReactNode;
}

export function BackupTable({ rows, context, mode, filters, hold, legend }: BackupTableProps) {
  const columns = useMemo(() => backupColumns(mode), [mode]);
  return (
    <DataTable
      label={messages.list}
      role="grid"
      rows={rows}
      columns={columns}
      {...columnsOf(filters)}
      hold={hold}
      group={({ title, count, unfinished }) => (
        <>
          <b className="font-semibold text-text">{title}</b>{' '}
          <span className="ml-1 text-mute tabular-nums">{messages.listed(count, unfinished)}</span>
        </>
      )}
      item={({ key, backup }, place) => <ItemRow key={key} place={place} item={backup} context={context} />}
      legend={legend}
    />
  );
}
