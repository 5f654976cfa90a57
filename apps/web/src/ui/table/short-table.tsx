// A few rows of text as a table, each with at most one action.
import { type ReactNode, useMemo } from 'react';
import { type Column, rowsOf } from './column.ts';
import { DataTable } from './data-table.tsx';
import { ItemRow } from './item-row.tsx';

export interface TextColumn<T> {
  head(): string;
  numeric?: boolean;
  cell(row: T): ReactNode;
}

interface ShortTableProps<T> {
  label: string;
  rows: readonly T[];
  /** The first one names the row. */
  columns: readonly TextColumn<T>[];
  keyOf(row: T): string | number;
  action?(row: T): ReactNode;
  /** Its rows have pages, so the arrows walk them. */
  walked?: boolean;
}

interface Context<T> {
  action: ((row: T) => ReactNode) | undefined;
}

/** The browser decides the widths. */
const SIZE = { min: 1 };

export function ShortTable<T>({ label, rows, columns, keyOf, action, walked = false }: ShortTableProps<T>) {
  const hasAction = action !== undefined;
  const own = useMemo(() => {
    const texts = columns.map((column, place): Column<T, Context<T>> => ({ ...column, id: String(place), ...SIZE }));
    const last: Column<T, Context<T>> = {
      id: 'action',
      head: () => '',
      numeric: true,
      cell: (row, context) => context.action?.(row),
      ...SIZE,
    };
    return hasAction ? [...texts, last] : texts;
  }, [columns, hasAction]);
  return (
    <DataTable
      label={label}
      role={walked ? 'grid' : 'table'}
      prose
      rows={rowsOf(rows, (row) => String(keyOf(row)))}
      columns={own}
      item={({ key, thing }, place) => <ItemRow key={key} place={place} item={thing} context={{ action }} />}
    />
  );
}
