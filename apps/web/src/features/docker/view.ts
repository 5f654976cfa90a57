// What the Docker screen shows, as the parameters of its URL.
import { type ViewOf, viewCodec } from '../../lib/view/codec.ts';
import { id, pageBeside, preferred, preferredColumns, preferredSort, text } from '../../lib/view/param.ts';
import { columnNames, columnsPref, groupingPref, sortDirectionPref, sortKeyPref } from './preferences.ts';

export const dockerCodec = viewCodec({
  search: text(),
  beside: pageBeside(),
  grouping: preferred(groupingPref),
  /** The id of the selected host. */
  host: id(),
  sort: preferredSort(sortKeyPref, sortDirectionPref),
  columns: preferredColumns(columnsPref, columnNames),
});
export type DockerView = ViewOf<typeof dockerCodec>;
