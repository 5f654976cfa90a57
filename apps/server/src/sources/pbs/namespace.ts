// The known backups in one namespace, group by group, and which groups have to be listed again.
import type { PbsBackup } from '@belfry/schema/entities/pbs';
import type { Moment } from '../../lib/clock.ts';
import { type GroupRow, groupKey } from './groups.ts';
import type { Snapshot } from './snapshots.ts';

interface Group {
  signature: string;
  backups: readonly PbsBackup[];
  /** Holds a backup that may still be running, so its size is to come. */
  isUnfinished: boolean;
}

/**
 * By group key. `lookAgainAt` monotonic ms; `verifiedAt` is the end of the verification that the figures know of, "" when
 * there was none, absent while nothing is known of jobs.
 */
export interface Namespace {
  readonly groups: ReadonlyMap<string, Group>;
  readonly lookAgainAt: number;
  readonly verifiedAt: string | undefined;
}

/** Nothing tells of a verified or protected backup, so all is listed again sometimes, and once soon after a change. */
const LOOK_AGAIN_MS = { changed: 3_600_000, unchanged: 6 * 3_600_000 };
/** A backup that has not finished by then has broken off. */
const LONGEST_BACKUP_MS = 86_400_000;
/** More changed groups than this are cheaper to list together with all others. */
const FEW = 4;

export const noNamespace: Namespace = { groups: new Map(), lookAgainAt: 0, verifiedAt: undefined };

/** Which lists of snapshots are needed: all in one, those of some groups, or none. */
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

/** What a listing brought: backups of each group that was listed, which may be none, and whether those were all groups. */
export interface Listing {
  snapshots: ReadonlyMap<string, readonly Snapshot[]>;
  isWhole: boolean;
}

/** Groups that were not listed stay as they are; groups that are not in `rows` are gone. */
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
    // A group of which a whole listing shows nothing has lost its last backup meanwhile.
    const snapshots = listing.snapshots.get(key) ?? (row.isEmpty || listing.isWhole ? [] : undefined);
    const group = snapshots ? groupOf(row.signature, snapshots, now.at) : before;
    if (group) groups.set(key, group);
    if (group?.signature !== before?.signature) hasNews = true;
  }
  const lookAgainAt = now.monotonic + (hasNews ? LOOK_AGAIN_MS.changed : LOOK_AGAIN_MS.unchanged);
  if (listing.isWhole) return { groups, lookAgainAt, verifiedAt };
  const soonest = Math.min(known.lookAgainAt, lookAgainAt);
  return { groups, lookAgainAt: soonest, verifiedAt: known.verifiedAt ?? verifiedAt };
}

/** The backups carry the name of their server, which may have been renamed. The same object where nothing changes. */
export function withName(known: Namespace, name: string): Namespace {
  const isNamed = (backup: PbsBackup) => backup.instance === name;
  if ([...known.groups.values()].every(({ backups }) => backups.every(isNamed))) return known;
  const rename = (backup: PbsBackup): PbsBackup => ({ ...backup, instance: name });
  const groups = [...known.groups].map(
    ([key, group]) => [key, { ...group, backups: group.backups.map(rename) }] as const,
  );
  return { ...known, groups: new Map(groups) };
}

const groupOf = (signature: string, snapshots: readonly Snapshot[], now: number): Group => ({
  signature,
  backups: snapshots.map((s) => s.backup),
  isUnfinished: snapshots.some((s) => !s.isFinished && Date.parse(s.backup.backupTime) > now - LONGEST_BACKUP_MS),
});
