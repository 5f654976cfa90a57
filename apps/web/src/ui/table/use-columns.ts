// Which columns are shown, how wide, and by which one the table is sorted.
// TanStack Table has the columns and which of them are visible. Its row objects would cost 30 ms for 5,000 rows with every
// change of the order, so the rows come in their order, and TanStack Virtual decides which of them are rendered.
import { columnVisibilityFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import { useAtLeast } from '../../lib/breakpoint.ts';
import type { ChosenColumns, Column, ColumnSort, SizedColumn } from './column.ts';
import { fitColumns } from './layout.ts';
import { nextOrder } from './next-order.ts';

const features = tableFeatures({ columnVisibilityFeature });
const noRows: never[] = [];

export interface ColumnsProps<I, C, K extends string> {
  /** The same array as long as the columns are the same. */
  columns: readonly Column<I, C, K>[];
  /** The columns that the user decided about. */
  chosen?: ChosenColumns | undefined;
  /** Null is the default order, which no column has. */
  sort?: ColumnSort<K> | null | undefined;
  onSort?: ((next: ColumnSort<K> | null) => void) | undefined;
  /** Whether the third click on a head returns to the default order. */
  sortEnds?: boolean | undefined;
}

export interface Head {
  id: string;
  text: string;
  numeric: boolean;
  width: number;
  sortable: boolean;
  /** Null when the table is sorted by another column. */
  direction: 'ascending' | 'descending' | null;
  onSort(): void;
}

interface ShownColumns<I, C> {
  heads: Head[];
  /** The same array as long as the same columns have the same widths. */
  columns: readonly SizedColumn<I, C>[];
}

/** `available` is the width for all columns, in pixels. */
export function useColumns<I, C, K extends string>(
  props: ColumnsProps<I, C, K>,
  available: number,
): ShownColumns<I, C> {
  const { columns, chosen = nothing, sort = null, onSort, sortEnds = false } = props;
  const atLeast = useAtLeast();
  const keptIds = columns.flatMap(({ id, from }) => (atLeast(from) ? id : [])).join(' ');
  const widths = useMemo(() => {
    const ids = keptIds.split(' ');
    return fitColumns(
      columns.filter(({ id }) => ids.includes(id)),
      available,
      chosen,
    );
  }, [columns, keptIds, available, chosen]);
  const sized = useMemo(
    () => columns.flatMap((column) => ({ column, width: widths.get(column.id) ?? 0 })).filter(({ width }) => width > 0),
    [columns, widths],
  );
  const definitions = useMemo(() => columns.map(({ id }) => ({ id })), [columns]);
  // The library computes the columns again for each new object, so the object stays while the columns stay.
  const state = useMemo(
    () => ({ columnVisibility: Object.fromEntries(columns.map(({ id }) => [id, widths.has(id)])) }),
    [columns, widths],
  );
  const table = useTable({ features, data: noRows, columns: definitions, state });

  const heads = table.getVisibleLeafColumns().map(({ id }, place): Head => {
    const { column, width } = sized[place] as SizedColumn<I, C>;
    const sorted = sort !== null && column.sort === sort.key;
    return {
      id,
      text: column.head(),
      numeric: column.numeric ?? false,
      width,
      sortable: column.sort !== undefined,
      direction: sorted ? (sort.descending ? 'descending' : 'ascending') : null,
      onSort: () => onSort?.(nextOrder(sort, column as Column<I, C, K>, sortEnds)),
    };
  });
  return { heads, columns: sized };
}

const nothing: ChosenColumns = {};
