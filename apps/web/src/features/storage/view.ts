// What the storage screen shows, as the parameters of its URL.
import { type ViewOf, viewCodec } from '../../lib/view/codec.ts';
import { nodeOrder } from '../../lib/view/node-order.ts';
import { id, pageBeside, preferred, preferredColumns, preferredSort, text } from '../../lib/view/param.ts';
import {
  columnNames,
  columnsPref,
  diskColumnNames,
  diskColumnsPref,
  diskSortDirectionPref,
  diskSortKeyPref,
  sortDirectionPref,
  sortKeyPref,
  tabPref,
  viewPref,
} from './preferences.ts';

export const storageCodec = viewCodec({
  tab: preferred(tabPref),
  search: text(),
  beside: pageBeside(),
  grouping: preferred(viewPref),
  /** The id of the selected node. */
  node: id(),
  nodeSort: nodeOrder(),
  sort: preferredSort(sortKeyPref, sortDirectionPref),
  columns: preferredColumns(columnsPref, columnNames),
  diskSort: preferredSort(diskSortKeyPref, diskSortDirectionPref),
  diskColumns: preferredColumns(diskColumnsPref, diskColumnNames),
});
export type StorageView = ViewOf<typeof storageCodec>;
