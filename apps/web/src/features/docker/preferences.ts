// The choices of a user that the Docker screen remembers.
import { choice, isFlagMap, isStringList, json } from '../../lib/prefs.ts';

export const sortKeys = ['name', 'host', 'status', 'cpu', 'memory', 'restarts'] as const;
export type SortKey = (typeof sortKeys)[number];

export const groupingPref = choice('dockerViewMode', ['grouped', 'flat'], 'grouped');
export const sortKeyPref = choice('dockerSortKey', sortKeys, 'name');
export const sortDirectionPref = choice('dockerSortDirection', ['asc', 'desc'], 'asc');
export const historyPref = json('dockerSearchHistory', isStringList, []);
/** Column → shown or not, for the columns the user decided about. */
export const columnsPref = json('dockerColumns', isFlagMap, {});
/** The columns that can be hidden. */
export const columnNames = ['host', 'status', 'cpu', 'memory', 'restarts'];
/** Container → true while its details are open. */
export const expandedPref = json('dockerExpanded', isFlagMap, {}, 'session');
