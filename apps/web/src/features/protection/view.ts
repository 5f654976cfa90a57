// What the screen about protection shows, as the parameters of its URL.
import { type ViewOf, viewCodec } from '../../lib/view/codec.ts';
import { choice, order, pageBeside, preferred, preferredColumns, text } from '../../lib/view/param.ts';
import { columnNames, columnsPref, groupingPref } from './preferences.ts';

/** What the counters count and filter by. */
const shownKinds = [
  'all',
  'failed',
  'by-hand',
  'late',
  'never',
  'not-covered',
  'unknown',
  'unverified',
  'no-copy',
  'untested',
  'excluded',
  'orphans',
  'unclear',
] as const;
export type Shown = (typeof shownKinds)[number];

const sortKeys = ['guest', 'vmid', 'node', 'lastGood', 'loss', 'verified', 'copy', 'size', 'nextRun'] as const;
export type SortKey = (typeof sortKeys)[number];

export const protectionCodec = viewCodec({
  search: text(),
  beside: pageBeside(),
  show: choice(shownKinds, 'all'),
  grouping: preferred(groupingPref),
  /** Null: what is worst first. */
  sort: order(sortKeys),
  /** Whether the guests without a problem are all shown, or only the first of them. */
  rest: choice(['folded', 'shown'], 'folded'),
  columns: preferredColumns(columnsPref, columnNames),
});
export type ProtectionView = ViewOf<typeof protectionCodec>;
