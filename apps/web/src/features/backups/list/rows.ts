// From backups to the rows of the list: filter, sort, group. Pure; fast for tens of thousands.

import { SHARED } from '@belfry/domain/ids';
import { asBefore } from '../../../lib/keep-order.ts';
import { compareText, sortedBy } from '../../../lib/order.ts';
import type { SiteOf } from '../../../live/sites/use-site-of.ts';
import { type Backup, type BackupType, dayOf, type GuestType, isFinished } from '../backup.ts';
import { homeOf } from '../home.ts';
import { messages } from '../messages.ts';
import type { SortKey } from '../preferences.ts';
import { asksForServer, backupMatcher } from '../search.ts';
import { dayLabel } from './day-label.ts';

export type { SortKey };
export type Mode = 'all' | BackupType;

export interface View {
  search: string;
  mode: Mode;
  type: 'all' | GuestType;
  grouping: 'date' | 'guest';
  /** The id of the node or backup server selected in the summary, null for all. */
  node: string | null;
  sortKey: SortKey;
  descending: boolean;
}

interface GroupRow {
  kind: 'group';
  key: string;
  title: string;
  /** Those that are finished, and those that are not. */
  count: number;
  unfinished: number;
}
interface BackupRow {
  kind: 'backup';
  key: string;
  backup: Backup;
}
export type Row = GroupRow | BackupRow;

/** The mode of the toggle. When the search names a backup server, it is PBS. */
export const modeOf = (view: View, servers: readonly string[]): Mode =>
  asksForServer(view.search, servers) ? 'remote' : view.mode;

/** The backups that a view shows, of all days; unsorted. */
export function selectBackups(
  backups: readonly Backup[],
  view: View,
  serverIds: ReadonlyMap<string, string>,
  siteOf: SiteOf = () => undefined,
): Backup[] {
  const mode = modeOf(view, [...serverIds.keys()]);
  // a backup server is named by its name
  const matches = backupMatcher(view.search, ({ instance, backupType }) =>
    siteOf({ instance: (backupType === 'remote' && serverIds.get(instance)) || instance }),
  );
  return backups.filter(
    (backup) =>
      (mode === 'all' || backup.backupType === mode) &&
      (view.type === 'all' || backup.type === view.type) &&
      (view.node === null || homeOf(backup, serverIds) === view.node) &&
      matches(backup),
  );
}

/** Missing values come last in either direction. Equal values are in the order newest first, then by id. */
export const sortBackups = (backups: readonly Backup[], key: SortKey, descending: boolean): Backup[] =>
  sortedBy(
    backups,
    (backup) => sortValue(backup, key),
    descending,
    (a, b) => b.time - a.time || compareText(a.id, b.id),
  );

function sortValue(backup: Backup, key: SortKey): string | number | undefined {
  switch (key) {
    case 'backupTime':
      return backup.time;
    case 'size':
      return backup.size;
    case 'vmid':
      return vmidOrder(backup.vmid);
    case 'verified':
      return backup.verified === undefined ? undefined : Number(backup.verified);
    case 'storage':
      return locationOf(backup)?.toLowerCase();
    case 'name':
      return (backup.name || backup.vmid).toLowerCase();
    default:
      return backup[key]?.toLowerCase();
  }
}

/** Numbers come before names. */
const vmidOrder = (vmid: string): string => (/^\d+$/.test(vmid) ? vmid.padStart(12, '0') : `~${vmid.toLowerCase()}`);

/** A shared storage is of no node. */
export const nodeText = ({ node }: Backup): string => (node === SHARED ? messages.shared : node);

/** Where a backup is: a storage, or a datastore with its namespace, unless that is the root. */
export function locationOf(backup: Backup): string | undefined {
  if (backup.datastore === undefined) return backup.storage;
  return backup.namespace ? `${backup.datastore}/${backup.namespace}` : backup.datastore;
}

/**
 * `sorted` in groups with heads. Days come newest first, unless the list is sorted by time in ascending order. Guests
 * keep the order in which they first appear. `before` are groups that must keep their places.
 */
export function toRows(
  sorted: readonly Backup[],
  view: Pick<View, 'grouping' | 'sortKey' | 'descending'>,
  now: number,
  before: readonly string[] = [],
): Row[] {
  const groups = new Map<string, Backup[]>();
  for (const backup of sorted) {
    const key = view.grouping === 'date' ? backup.day : `${backup.type} ${backup.vmid} ${backup.name}`;
    const group = groups.get(key);
    if (group) group.push(backup);
    else groups.set(key, [backup]);
  }
  const entries = [...groups];
  if (view.grouping === 'date') {
    const sign = view.sortKey === 'backupTime' && !view.descending ? 1 : -1;
    entries.sort(([a], [b]) => (a < b ? -sign : sign));
  }
  const today = dayOf(now);
  const yesterday = dayOf(startOfDay(now) - 1);
  if (before.length > 0) {
    const order = asBefore(before, () => 0);
    entries.sort(([a], [b]) => order({ key: headKey(a) }, { key: headKey(b) }));
  }
  return entries.flatMap(([key, members]): Row[] => [
    {
      kind: 'group',
      key: headKey(key),
      title: view.grouping === 'date' ? dayLabel(key, today, yesterday) : guestTitle(members[0] as Backup),
      ...finishedIn(members),
    },
    ...members.map((backup): BackupRow => ({ kind: 'backup', key: backup.id, backup })),
  ]);
}

export function finishedIn(backups: readonly Backup[]): { count: number; unfinished: number } {
  const count = backups.filter(isFinished).length;
  return { count, unfinished: backups.length - count };
}

const headKey = (group: string): string => `group:${group}`;

function startOfDay(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0);
}

function guestTitle({ type, vmid, name }: Backup): string {
  const number = type === 'Host' ? vmid : `${type} ${vmid}`;
  return name === '' || name === vmid ? number : `${name} · ${number}`;
}
