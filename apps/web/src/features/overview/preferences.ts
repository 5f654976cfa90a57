// The choices of a user that the Overview remembers.
import { guestStates } from '@belfry/domain/status';
import { choice, isFlagMap, isStringList, json } from '../../lib/prefs.ts';
import { foldedSitesPref } from '../../live/sites/use-by-site.ts';
import { guestFigureNames, guestFigures } from './guest-table/figures.ts';

export const sortKeys = ['name', 'type', 'vmid', ...guestFigureNames] as const;
export type SortKey = (typeof sortKeys)[number];

export const typePref = choice('dashboardViewMode', ['all', 'vm', 'lxc'], 'all');
export const statusPref = choice('dashboardStatusMode', ['all', ...guestStates], 'all');
export const groupingPref = choice('dashboardGroupingMode', ['grouped', 'flat'], 'grouped');
/** Whether the rows show the last hour beside the present figures. */
export const trendPref = choice('dashboardTrend', ['now', 'hour'], 'now');
export const sortKeyPref = choice('sortKey', sortKeys, 'vmid');
export const sortDirectionPref = choice('sortDirection', ['asc', 'desc'], 'asc');
export const searchHistoryPref = json('dashboardSearchHistory', isStringList, []);
/** Column → shown or not, for the columns the user decided about; the others are shown when they fit. */
export const columnsPref = json('dashboardColumns', isFlagMap, {});
/** The columns that can be hidden. */
export const columnNames = [
  'type',
  'vmid',
  ...guestFigureNames.flatMap((name) => ('trend' in guestFigures[name] ? [name, `${name}Trend`] : [name])),
];
/** Guest id → true while its details are open. */
export const expandedPref = json('dashboardExpandedGuests', isFlagMap, {}, 'session');
export const foldedPref = foldedSitesPref('dashboard');
