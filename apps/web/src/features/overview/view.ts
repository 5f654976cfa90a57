// What the Overview shows, as the parameters of its URL.
import { type ViewOf, viewCodec } from '../../lib/view/codec.ts';
import { nodeOrder } from '../../lib/view/node-order.ts';
import { id, pageBeside, preferred, preferredColumns, preferredSort, text } from '../../lib/view/param.ts';
import {
  columnNames,
  columnsPref,
  groupingPref,
  sortDirectionPref,
  sortKeyPref,
  statusPref,
  trendPref,
  typePref,
} from './preferences.ts';

export const overviewCodec = viewCodec({
  search: text(),
  beside: pageBeside(),
  type: preferred(typePref),
  status: preferred(statusPref),
  grouping: preferred(groupingPref),
  trend: preferred(trendPref),
  /** The id of the selected node. */
  node: id(),
  nodeSort: nodeOrder(),
  sort: preferredSort(sortKeyPref, sortDirectionPref),
  columns: preferredColumns(columnsPref, columnNames),
});
export type OverviewView = ViewOf<typeof overviewCodec>;
