// Which column a table is sorted by, as the parts of a screen change it.
import type { SortOrder } from '../../lib/view/param.ts';
import type { ChosenColumns } from './column.ts';

export interface Sort<K extends string> {
  sortKey: K;
  descending: boolean;
  setOrder(order: SortOrder<K>): void;
}

export const sortOf = <K extends string>(
  { key, descending }: SortOrder<K>,
  setOrder: (order: SortOrder<K>) => void,
): Sort<K> => ({ sortKey: key, descending, setOrder });

interface TableView<K extends string> extends Sort<K> {
  columns: ChosenColumns;
  change(part: { columns: ChosenColumns }): void;
}

/** What a `DataTable` needs of the filters of a screen: its columns and its order. */
export const columnsOf = <K extends string>(view: TableView<K>) => ({
  chosen: view.columns,
  onChoose: (columns: ChosenColumns) => view.change({ columns }),
  sort: { key: view.sortKey, descending: view.descending },
  // null is the default order of tables whose third click ends an order; a screen with filters has none
  onSort: (order: SortOrder<K> | null) => order && view.setOrder(order),
});
