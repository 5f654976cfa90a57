// One item of a table. It renders again only when its item, its context or its place changed.
import { memo, type ReactNode, type Ref } from 'react';
import { shallowAlike } from '../../lib/shallow-alike.ts';
import type { CellPlace, SizedColumn } from './column.ts';

/** What the table says about any of its rows. */
export interface RowIdentity {
  rowKey: string;
  /** Index in the whole table, from 1; the head is 1. */
  index: number;
  /** Below a group it is 2. Undefined in a table that is not a tree. */
  level: number | undefined;
  /** Whether Tab reaches this row: it reaches one row. Undefined in a table without keyboard navigation. */
  current: boolean | undefined;
  /** Absent for a row with a known height. */
  measure?: Ref<HTMLTableRowElement> | undefined;
}

export interface RowPlace<I, C> extends RowIdentity {
  /** Each cell says the name of its column, for a narrow window where the head is not shown. */
  labelled: boolean;
  columns: readonly SizedColumn<I, C>[];
}

/** The attributes that every row of a table has. */
export const rowAttributes = ({ rowKey, index, level, current, measure }: RowIdentity) => ({
  'data-key': rowKey,
  'aria-rowindex': index,
  'aria-level': level,
  tabIndex: current === undefined ? undefined : current ? 0 : -1,
  ...(measure !== undefined && { ref: measure, 'data-index': index - 2 }),
});

interface ItemRowProps<I, C> {
  place: RowPlace<I, C>;
  item: I;
  context: C;
  /** Classes of rows.css. */
  look?: string;
  mark?: string | undefined;
  /** Undefined where there is nothing to open. */
  expanded?: boolean | undefined;
  selected?: boolean | undefined;
}

function Row<I, C>({ place, item, context, look = '', mark, expanded, selected }: ItemRowProps<I, C>): ReactNode {
  return (
    <tr
      {...rowAttributes(place)}
      className={`row ${look}`}
      data-mark={mark}
      aria-expanded={expanded}
      aria-selected={selected}
    >
      {place.columns.map(
        ({ column, width }, at, all) =>
          !column.joins?.(item) && (
            <td
              key={column.id}
              className={lookOf(column)}
              colSpan={spanOf(all, at, item)}
              data-label={place.labelled ? column.head() : undefined}
            >
              {column.cell(item, { ...context, width } as C & CellPlace)}
            </td>
          ),
      )}
    </tr>
  );
}

/** The number of columns of a cell: its own, and those after it that join it. Undefined for one, so that most cells have no attribute. */
function spanOf<I, C>(columns: readonly SizedColumn<I, C>[], at: number, item: I): number | undefined {
  let next = at + 1;
  while (columns[next]?.column.joins?.(item)) next++;
  return next > at + 1 ? next - at : undefined;
}

const lookOf = <I, C>({ numeric, wraps, fits }: SizedColumn<I, C>['column']): string | undefined =>
  numeric ? (fits ? 'num fits' : 'num') : wraps ? 'wraps' : fits ? 'fits' : undefined;

export const ItemRow = memo(Row, rendersAlike) as typeof Row;

/** The place and the context are new objects with every render of the table, so their values are compared. */
function rendersAlike<I, C>(before: ItemRowProps<I, C>, now: ItemRowProps<I, C>): boolean {
  const { place, context, ...own } = now;
  const { place: oldPlace, context: oldContext, ...old } = before;
  return shallowAlike(old, own) && shallowAlike(oldPlace, place) && shallowAlike(oldContext, context);
}
