// What the backups screen shows, as the parameters of its URL.
import { type ViewOf, viewCodec } from '../../lib/view/codec.ts';
import { choice, day, id, preferred, preferredSort, text } from '../../lib/view/param.ts';
import { groupingPref, rangePref, relativePref, sortDirectionPref, sortKeyPref } from './preferences.ts';

export const backupsCodec = viewCodec({
  search: text(),
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
  sort: preferredSort(sortKeyPref, sortDirectionPref),
});
export type BackupsView = ViewOf<typeof backupsCodec>;
