// The columns of a table, as data. A new column is a new entry.
import type { ReactNode } from 'react';
import type { Breakpoint } from '../../lib/breakpoint.ts';
import type { ColumnSize } from './layout.ts';

/** What every cell gets besides its item and the context of its row. */
export interface CellPlace {
  /** The width of the column, in pixels. */
  width: number;
}

/** `I` is the item of a row, `C` what else its cells are made from, `K` a key of the order. */
export interface Column<I, C = unknown, K extends string = string> extends ColumnSize {
  head(): string;
  numeric?: boolean;
  /** What a click on the head sorts by. Absent: the table cannot be sorted by this column. */
  sort?: K;
  /** The first click sorts in descending order. */
  descends?: boolean;
  /** The column is hidden in windows narrower than this, where another cell shows its content. */
  from?: Breakpoint;
  /** The content always fits, or is cut by an element inside the cell. Such cells are painted faster. */
  fits?: boolean;
  /** The content may take several lines, and the focus ring of a field is not cut. */
  wraps?: boolean;
  /** Whether the column has nothing for an item. The cell before it then has its room too. */
  joins?(item: I): boolean;
  cell(item: I, context: C & CellPlace): ReactNode;
}

/** A column that is shown. `width` in pixels. */
export interface SizedColumn<I, C = unknown> {
  column: Column<I, C>;
  width: number;
}

export interface ColumnSort<K extends string> {
  key: K;
  descending: boolean;
}

/** Column → shown or not, for the columns that the user decided about. The others are shown when they fit. */
export type ChosenColumns = Readonly<Record<string, boolean>>;

/**
 * A `group` is the head of the rows below it; a `detail` belongs to the row above it; each other row is an item. `above`: it is the head
 * of groups.
 */
export interface TableRow {
  key: string;
  kind: string;
  above?: true;
  /** What is below it is shown. Absent: it cannot be folded. */
  isOpen?: boolean;
}

/** A row for each thing, in a table without groups and details. */
export interface ThingRow<T> {
  kind: 'item';
  key: string;
  thing: T;
}

export const rowsOf = <T>(things: readonly T[], keyOf: (thing: T) => string): ThingRow<T>[] =>
  things.map((thing) => ({ kind: 'item', key: keyOf(thing), thing }));
