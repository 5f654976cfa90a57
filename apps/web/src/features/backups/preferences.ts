// The choices of a user that the backups screen remembers.
import { choice, flag, isFlagMap, isStringList, json } from '../../lib/prefs.ts';

const sortKeys = [
  'backupTime',
  'name',
  'node',
  'vmid',
  'backupType',
  'size',
  'storage',
  'verified',
  'type',
  'owner',
] as const;
export type SortKey = (typeof sortKeys)[number];

export const sortKeyPref = choice('backupsSortKey', sortKeys, 'backupTime');
export const sortDirectionPref = choice('backupsSortDirection', ['asc', 'desc'], 'desc');
export const groupingPref = choice('backupsGroupingMode', ['date', 'guest'], 'date');
export const relativePref = flag('backupsUseRelativeTime', false);
export const rangePref = choice('backupsChartRange', ['7', '30', '90', '365'], '30');
export const searchHistoryPref = json('backupsSearchHistory', isStringList, []);
/** Column → shown or not, for the columns the user decided about. */
export const columnsPref = json('backupsColumns', isFlagMap, {});
/** The columns that can be hidden. */
export const columnNames = [
  'backupType',
  'type',
  'vmid',
  'node',
  'time',
  'backup',
  'details',
  'owner',
  'size',
  'location',
  'verified',
];
