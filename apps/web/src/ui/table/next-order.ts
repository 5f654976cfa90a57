// What a click on the head of a column does to the order. Pure.
import type { Column, ColumnSort } from './column.ts';

/** The first click sorts, the second reverses. `ends`: the third returns to the default order, which is null. */
export function nextOrder<K extends string>(
  order: ColumnSort<K> | null,
  { sort: key, descends = false }: Pick<Column<never, never, K>, 'sort' | 'descends'>,
  ends: boolean,
): ColumnSort<K> | null {
  if (key === undefined) return order;
  if (order?.key !== key) return { key, descending: descends };
  return ends && order.descending !== descends ? null : { key, descending: !order.descending };
}
