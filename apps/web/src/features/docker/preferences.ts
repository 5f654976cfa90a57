// The preferences of a user for the Docker screen.
import { choice, isFlagMap, isStringList, json } from '../../lib/prefs.ts';

export const sortKeys = ['name', 'host', 'status', 'cpu', 'memory', 'restarts'] as const;
export type SortKey = (typeof sortKeys)[number];

export const groupingPref = choice('dockerViewMode', ['grouped', 'flat'], 'grouped');
export const sortKeyPref = choice('dockerSortKey', sortKeys, 'name');
export const sortDirectionPref = choice('dockerSortDirection', ['asc', 'desc'], 'asc');
export const searchHistoryPref = json('dockerSearchHistory', isStringList, []);
/** Whether a column is visible, by its name. Only columns that the user has shown or hidden are in it. */
export const columnsPref = json('dockerColumns', isFlagMap, {});
/** The columns that can be hidden. */
export const columnNames = ['host', 'status', 'cpu', 'memory', 'restarts'];
/** Whether the details of a container are open, by its id. */
export const expandedPref = json('dockerExpanded', isFlagMap, {}, 'session');
