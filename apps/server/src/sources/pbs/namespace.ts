// The known backups in one namespace by group, and the decision which groups must be listed again.
import { withUnchanged } from '@belfry/domain/delta/unchanged';
import type { PbsBackup } from '@belfry/schema/entities/pbs';
import type { Moment } from '../../lib/clock.ts';
import { type GroupRow, groupKey } from './groups.ts';
import type { BackupSnapshot } from './snapshots.ts';

interface Group {
  signature: string;
  backups: readonly PbsBackup[];
  /** True when a backup may still be running, so its size is not final. */
  isUnfinished: boolean;
}

/**
 * `groups` by group key. `lookAgainAt` in monotonic ms. `verifiedAt` is the end of the last verification that the data
 * includes: "" if there was none, undefined while the jobs are not known.
 */
export interface Namespace {
  readonly groups: ReadonlyMap<string, Group>;
  readonly lookAgainAt: number;
  readonly verifiedAt: string | undefined;
}

/**
 * The list of groups does not show that a backup was verified or protected. So everything is listed again at long
 * intervals, and sooner after a change.
 */
const LOOK_AGAIN_MS = { changed: 3_600_000, unchanged: 6 * 3_600_000 };
/** A backup that is not complete after this time was interrupted. */
const LONGEST_BACKUP_MS = 86_400_000;
/** If more groups than this have changed, one list of all groups is cheaper. */
const FEW = 4;

export const noNamespace: Namespace = { groups: new Map(), lookAgainAt: 0, verifiedAt: undefined };

/** Which lists of snapshots are needed: one of all groups, one per changed group, or none. */
export type Plan = 'all' | readonly GroupRow[];

export function planOf(known: Namespace, rows: readonly GroupRow[], verifiedAt: string | undefined, now: Moment): Plan {
  const isVerifiedSince = known.verifiedAt !== undefined && verifiedAt !== known.verifiedAt;
  if (now.monotonic >= known.lookAgainAt || isVerifiedSince) return 'all';
  const changed = rows.filter((row) => {
    if (row.isEmpty) return false;
    const group = known.groups.get(groupKey(row.type, row.id));
    return group?.signature !== row.signature || group.isUnfinished;
  });
  return changed.length > FEW ? 'all' : changed;
}

/** The result of a listing: the backups of each listed group, perhaps none, and whether all groups were listed. */
export interface Listing {
  snapshots: ReadonlyMap<string, readonly BackupSnapshot[]>;
  isWhole: boolean;
}

/** Groups that were not listed remain unchanged. Groups that are not in `rows` are removed. */
export function withListing(
  known: Namespace,
  rows: readonly GroupRow[],
  listing: Listing,
  verifiedAt: string | undefined,
  now: Moment,
): Namespace {
  const groups = new Map<string, Group>();
  let hasNews = false;
  for (const row of rows) {
    const key = groupKey(row.type, row.id);
    const before = known.groups.get(key);
    // If a complete listing has no backup of a group, its last backup was removed in the meantime.
    const snapshots = listing.snapshots.get(key) ?? (row.isEmpty || listing.isWhole ? [] : undefined);
    const group = snapshots ? groupOf(row.signature, snapshots, now.at, before) : before;
    if (group) groups.set(key, group);
    if (group?.signature !== before?.signature) hasNews = true;
  }
  const lookAgainAt = now.monotonic + (hasNews ? LOOK_AGAIN_MS.changed : LOOK_AGAIN_MS.unchanged);
  if (listing.isWhole) return { groups, lookAgainAt, verifiedAt };
  const soonest = Math.min(known.lookAgainAt, lookAgainAt);
  return { groups, lookAgainAt: soonest, verifiedAt: known.verifiedAt ?? verifiedAt };
}

/**
 * Each backup contains the name of its server, which may have changed. Returns the same object when nothing changes.
 */
export function withName(known: Namespace, name: string): Namespace {
  const isNamed = (backup: PbsBackup) => backup.instance === name;
  if ([...known.groups.values()].every(({ backups }) => backups.every(isNamed))) return known;
  const rename = (backup: PbsBackup): PbsBackup => ({ ...backup, instance: name });
  const groups = [...known.groups].map(
    ([key, group]) => [key, { ...group, backups: group.backups.map(rename) }] as const,
  );
  return { ...known, groups: new Map(groups) };
}

const groupOf = (
  signature: string,
  snapshots: readonly BackupSnapshot[],
  now: number,
  before: Group | undefined,
): Group => ({
  signature,
  backups: withUnchanged(
    before?.backups ?? [],
    snapshots.map((s) => s.backup),
  ),
  isUnfinished: snapshots.some((s) => !s.isFinished && Date.parse(s.backup.backupTime) > now - LONGEST_BACKUP_MS),
});
