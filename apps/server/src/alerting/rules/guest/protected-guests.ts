// The backups and snapshots of all guests as the rules need them, calculated once for each list.
import { guestId } from '@belfry/domain/ids';
import type { GuestSnapshot } from '@belfry/schema/entities/pve-backups';
import type { Context } from '../../engine/rule-set.ts';
import { type BackupTasks, createBackupTasks } from '../../readings/backup-tasks.ts';
import type { LowestLimits } from './limits.ts';

const DAY_MS = 86_400_000;
/** Ages in days grow slowly, so they are compared again only after this time. */
const FRESH_MS = 60_000;

/** In days. */
export const ageOf = (time: string, now: number): number => (now - Date.parse(time)) / DAY_MS;

export interface ProtectedGuests {
  tasks: BackupTasks;
  /** By the id of the guest, the oldest snapshot first. */
  snapshots: ReadonlyMap<string, readonly GuestSnapshot[]>;
  /** Guests with a failed backup, or with a snapshot that is too old by the lowest limit. */
  suspects: ReadonlySet<string>;
  /** ISO. A last backup of this time or before it is too old by the lowest limit. */
  backupsUntil: string;
}

export type ProtectedGuestsOf = (context: Pick<Context, 'state' | 'now'>, limits: LowestLimits) => ProtectedGuests;

export function createProtectedGuests(): ProtectedGuestsOf {
  const tasksOf = createBackupTasks();
  let seen: { list: readonly GuestSnapshot[]; tasks: BackupTasks; limits: LowestLimits; at: number } | undefined;
  let known: ProtectedGuests | undefined;

  return ({ state, now }, limits) => {
    const { guestSnapshots: list } = state;
    const tasks = tasksOf(state);
    const isSame = seen?.list === list && seen.tasks === tasks && seen.limits === limits;
    if (known && seen && isSame && now.monotonic - seen.at < FRESH_MS) return known;
    const snapshots = known && seen?.list === list ? known.snapshots : byGuest(list);
    const snapshotsUntil = isoBefore(now.at, limits.snapshotAge);
    const suspects = new Set<string>();
    for (const [id, [oldest]] of snapshots) if (oldest && oldest.time <= snapshotsUntil) suspects.add(id);
    for (const [id, { error }] of tasks.last.ofGuests) if (error !== undefined) suspects.add(id);
    seen = { list, tasks, limits, at: now.monotonic };
    known = { tasks, snapshots, suspects, backupsUntil: isoBefore(now.at, limits.backupAge) };
    return known;
  };
}

/** '' is before every time. */
const isoBefore = (now: number, days: number): string =>
  Number.isFinite(days) ? new Date(Math.max(0, now - days * DAY_MS)).toISOString() : '';

function byGuest(snapshots: readonly GuestSnapshot[]): ProtectedGuests['snapshots'] {
  const byTime = snapshots.toSorted((a, b) => (a.time < b.time ? -1 : 1));
  return Map.groupBy(byTime, ({ instance, vmid }) => guestId(instance, vmid));
}
