// The choices of a user that the storage screen remembers.
import { choice, isFlagMap, isStringList, json } from '../../lib/prefs.ts';
import { sortKeys as diskSortKeys } from './disks/sort.ts';
import { sortKeys } from './pools/rows.ts';

export const tabPref = choice('storageTab', ['pools', 'disks'], 'pools');
export const viewPref = choice('storageViewMode', ['node', 'storage'], 'node');
export const sortKeyPref = choice('storageSortKey', sortKeys, 'name');
export const sortDirectionPref = choice('storageSortDirection', ['asc', 'desc'], 'asc');
export const historyPref = json('storageSearchHistory', isStringList, []);
/** Storage id → true while its Ceph panel is open. */
export const expandedPref = json('storageExpanded', isFlagMap, {}, 'session');
export const diskSortKeyPref = choice('storageDiskSortKey', diskSortKeys, 'node');
export const diskSortDirectionPref = choice('storageDiskSortDirection', ['asc', 'desc'], 'asc');
