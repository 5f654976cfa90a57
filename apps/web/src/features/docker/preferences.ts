// The choices of a user that the Docker screen remembers.
import { choice, isFlagMap, isStringList, json } from '../../lib/prefs.ts';
import { sortKeys } from './container-table/rows.ts';

export const groupingPref = choice('dockerViewMode', ['grouped', 'flat'], 'grouped');
export const sortKeyPref = choice('dockerSortKey', sortKeys, 'name');
export const sortDirectionPref = choice('dockerSortDirection', ['asc', 'desc'], 'asc');
export const historyPref = json('dockerSearchHistory', isStringList, []);
/** Container → true while its details are open. */
export const expandedPref = json('dockerExpanded', isFlagMap, {}, 'session');
