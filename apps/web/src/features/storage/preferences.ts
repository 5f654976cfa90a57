// The choices of a user that the storage screen remembers.
import { choice, isFlagMap, isStringList, json } from '../../lib/prefs.ts';

const sortKeys = ['name', 'node', 'type', 'status', 'usage', 'free', 'total'] as const;
export type SortKey = (typeof sortKeys)[number];

const diskSortKeys = ['node', 'device', 'model', 'type', 'used', 'health', 'wearout', 'temperature', 'size'] as const;
export type DiskSortKey = (typeof diskSortKeys)[number];

export const tabPref = choice('storageTab', ['pools', 'disks'], 'pools');
export const viewPref = choice('storageViewMode', ['node', 'storage'], 'node');
export const sortKeyPref = choice('storageSortKey', sortKeys, 'name');
export const sortDirectionPref = choice('storageSortDirection', ['asc', 'desc'], 'asc');
export const searchHistoryPref = json('storageSearchHistory', isStringList, []);
/** Storage id → true while its Ceph panel is open. */
export const expandedPref = json('storageExpanded', isFlagMap, {}, 'session');
export const diskSortKeyPref = choice('storageDiskSortKey', diskSortKeys, 'node');
export const diskSortDirectionPref = choice('storageDiskSortDirection', ['asc', 'desc'], 'asc');
/** Column → shown or not, for the columns the user decided about. */
export const columnsPref = json('storageColumns', isFlagMap, {});
export const diskColumnsPref = json('storageDiskColumns', isFlagMap, {});
/** The columns that can be hidden. */
export const columnNames = ['type', 'content', 'status', 'shared', 'usage', 'free', 'total'];
export const diskColumnNames = ['node', 'model', 'type', 'used', 'health', 'wearout', 'temperature', 'size'];
