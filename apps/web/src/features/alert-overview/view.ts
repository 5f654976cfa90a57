// What the page of active alerts shows, as the parameters of its URL.
import { isStringList, json } from '../../lib/prefs.ts';
import { type ViewOf, viewCodec } from '../../lib/view/codec.ts';
import { choice, text } from '../../lib/view/param.ts';

const levels = ['all', 'critical', 'warning'] as const;

export const overviewCodec = viewCodec({
  search: text(),
  level: choice(levels, 'all'),
  acknowledged: choice(['shown', 'hidden'], 'shown'),
});
export type OverviewView = ViewOf<typeof overviewCodec>;

export const searchHistoryPref = json('alertsSearchHistory', isStringList, []);
