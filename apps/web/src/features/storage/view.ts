// What the storage screen shows, as the parameters of its URL.
import { type ViewOf, viewCodec } from '../../lib/view/codec.ts';
import { id, preferred, preferredSort, text } from '../../lib/view/param.ts';
import {
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
  grouping: preferred(viewPref),
  /** The id of the selected node. */
  node: id(),
  sort: preferredSort(sortKeyPref, sortDirectionPref),
  diskSort: preferredSort(diskSortKeyPref, diskSortDirectionPref),
});
export type StorageView = ViewOf<typeof storageCodec>;
