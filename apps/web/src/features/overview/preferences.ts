// The choices of a user that the Overview remembers.
import { choice, flag, isFlagMap, isStringList, json } from '../../lib/prefs.ts';
import { narrow } from '../../ui/use-virtual-rows.ts';
import { sortKeys } from './guest-table/sort-keys.ts';

export const typePref = choice('dashboardViewMode', ['all', 'vm', 'lxc'], 'all');
export const statusPref = choice('dashboardStatusMode', ['all', 'running', 'stopped'], 'all');
export const groupingPref = choice('dashboardGroupingMode', ['grouped', 'flat'], 'grouped');
export const sortKeyPref = choice('sortKey', sortKeys, 'vmid');
export const sortDirectionPref = choice('sortDirection', ['asc', 'desc'], 'asc');
/** Whether the toggles are shown on a phone; they are hidden at first, so that guests are in view. */
export const showFiltersPref = flag('dashboardShowFilters', !narrow());
export const historyPref = json('dashboardSearchHistory', isStringList, []);
/** Column → shown or not, for the columns the user decided about; the others are shown when they fit. */
export const columnsPref = json('dashboardColumns', isFlagMap, {});
/** Guest id → true while its details are open. */
export const expandedPref = json('dashboardExpandedGuests', isFlagMap, {}, 'session');
