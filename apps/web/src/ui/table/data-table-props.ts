// The properties of a table.
import type { ReactNode } from 'react';
import type { ChosenColumns, TableRow } from './column.ts';
import type { Heights } from './heights.ts';
import type { RowPlace } from './item-row.tsx';
import type { ColumnsProps } from './use-columns.ts';
import type { Hold } from './use-hold.ts';

export type Group<R extends TableRow> = Extract<R, { kind: 'group' }>;
export type Detail<R extends TableRow> = Extract<R, { kind: 'detail' }>;
export type Item<R extends TableRow> = Exclude<R, { kind: 'group' | 'detail' }>;

export interface DataTableProps<R extends TableRow, I, C, K extends string> extends ColumnsProps<I, C, K> {
  label: string;
  /** A `treegrid` has rows that can be opened or stand in groups. A `table` has no keyboard navigation. */
  role: 'treegrid' | 'grid' | 'table';
  /** In their order: each group above its items, each detail below its item. */
  rows: readonly R[];
  /** An `<ItemRow>`. `inView`: the row is in view now, and not only rendered near it. */
  item(row: Item<R>, place: RowPlace<I, C>, inView: boolean): ReactNode;
  /** The content of the head of a group. */
  group?(row: Group<R>): ReactNode;
  mark?(row: Group<R>): string | undefined;
  detail?(row: Detail<R>): ReactNode;
  /** What a click on an item, Enter and Space do. False: nothing, so that Enter opens the page of the item. */
  onOpen?: ((row: Item<R>) => unknown) | undefined;
  heights?(): Heights<TableRow>;
  /**
   * For a few rows of text: lines wrap, the browser decides the widths, all rows are rendered, and on a phone each row
   * is a few labelled lines. The table is a part of a card and not one of its own.
   */
  prose?: boolean;
  /** Every row measures itself. */
  measured?: boolean;
  hold?: Hold['handlers'];
  /** With it, the table has a menu of its columns. */
  onChoose?(chosen: ChosenColumns): void;
  className?: string;
  /** In the card of the table, above its head. */
  above?: ReactNode;
  /** In the card of the table, below its rows. */
  below?: ReactNode;
  /** One line below the table that stays in view. */
  legend?: ReactNode;
}

export const isItem = ({ kind }: TableRow): boolean => kind !== 'group' && kind !== 'detail';
