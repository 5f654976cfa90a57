// What the backups screen shows, as the parameters of its URL.
import { type ViewOf, viewCodec } from '../../lib/view/codec.ts';
import { nodeOrder } from '../../lib/view/node-order.ts';
import { choice, day, id, pageBeside, preferred, preferredColumns, preferredSort, text } from '../../lib/view/param.ts';
import {
  columnNames,
  columnsPref,
  groupingPref,
  rangePref,
  relativePref,
  sortDirectionPref,
  sortKeyPref,
} from './preferences.ts';

export const backupsCodec = viewCodec({
  search: text(),
  beside: pageBeside(),
  mode: choice(['all', 'snapshot', 'local', 'remote'], 'all'),
  type: choice(['all', 'VM', 'LXC', 'Host'], 'all'),
  grouping: preferred(groupingPref),
  /** The days in the chart. */
  range: preferred(rangePref),
  /** The day chosen in the chart. */
  day: day(),
  /** Ages in place of times. */
  relative: preferred(relativePref),
  /** The id of the selected node or backup server. */
  node: id(),
  nodeSort: nodeOrder(),
  sort: preferredSort(sortKeyPref, sortDirectionPref),
  columns: preferredColumns(columnsPref, columnNames),
});
export type BackupsView = ViewOf<typeof backupsCodec>;
