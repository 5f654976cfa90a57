// What the Overview shows, as the parameters of its URL.
import { type ViewOf, viewCodec } from '../../lib/view/codec.ts';
import { id, preferred, preferredSort, text } from '../../lib/view/param.ts';
import { groupingPref, sortDirectionPref, sortKeyPref, statusPref, typePref } from './preferences.ts';

export const overviewCodec = viewCodec({
  search: text(),
  type: preferred(typePref),
  status: preferred(statusPref),
  grouping: preferred(groupingPref),
  /** The id of the selected node. */
  node: id(),
  sort: preferredSort(sortKeyPref, sortDirectionPref),
});
export type OverviewView = ViewOf<typeof overviewCodec>;
