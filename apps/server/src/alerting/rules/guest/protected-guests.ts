// The backups and snapshots of all guests as the rules need them, calculated once for each list.
import { createOfParts } from '@belfry/domain/delta/parts';
import { guestId } from '@belfry/domain/ids';
import type { Guest } from '@belfry/schema/entities/guest';
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
  /** Those of a guest, the oldest one first. Undefined: it has none. */
  snapshotsOf(guest: Pick<Guest, 'id' | 'instance'>): readonly GuestSnapshot[] | undefined;
  /** It has a failed backup, or a snapshot that is too old by the lowest limit. */
  isSuspect(guest: Pick<Guest, 'id' | 'instance'>): boolean;
  /** ISO. A last backup of this time or before it is too old by the lowest limit. */
  backupsUntil: string;
}

export type ProtectedGuestsOf = (context: Pick<Context, 'state' | 'now'>, limits: LowestLimits) => ProtectedGuests;

export function createProtectedGuests(): ProtectedGuestsOf {
  const tasksOf = createBackupTasks();
  const byInstance = createOfParts(byGuest);
  let snapshots: Snapshots = new Map();
  const snapshotsOf: ProtectedGuests['snapshotsOf'] = ({ id, instance }) => snapshots.get(instance)?.get(id);
  let seen: { list: readonly GuestSnapshot[]; tasks: BackupTasks; limits: LowestLimits; at: number } | undefined;
  let known: ProtectedGuests | undefined;

  return ({ state, now }, limits) => {
    const { guestSnapshots: list } = state;
    const tasks = tasksOf(state);
    const isSame = seen?.list === list && seen.tasks === tasks && seen.limits === limits;
    if (known && seen && isSame && now.monotonic - seen.at < FRESH_MS) return known;
    if (seen?.list !== list) snapshots = new Map(byInstance(list).flatMap((part) => [...part]));
    const snapshotsUntil = isoBefore(now.at, limits.snapshotAge);
    // Asked for each guest of a poll: a list of the suspects of all instances would be made again for each of their polls.
    const isSuspect: ProtectedGuests['isSuspect'] = (guest) => {
      const oldest = snapshotsOf(guest)?.[0];
      if (oldest !== undefined && oldest.time <= snapshotsUntil) return true;
      return tasks.last.ofGuests.get(guest.id)?.error !== undefined;
    };
    seen = { list, tasks, limits, at: now.monotonic };
    known = { tasks, snapshotsOf, isSuspect, backupsUntil: isoBefore(now.at, limits.backupAge) };
    return known;
  };
}

/** '' is before every time. */
const isoBefore = (now: number, days: number): string =>
  Number.isFinite(days) ? new Date(Math.max(0, now - days * DAY_MS)).toISOString() : '';

/** By instance, and there by the id of the guest. */
type Snapshots = ReadonlyMap<string, ReadonlyMap<string, readonly GuestSnapshot[]>>;

function byGuest(snapshots: readonly GuestSnapshot[]): Snapshots {
  const byTime = snapshots.toSorted((a, b) => (a.time < b.time ? -1 : 1));
  const ofInstances = Map.groupBy(byTime, ({ instance }) => instance);
  return new Map(
    ofInstances.entries().map(([instance, own]) => [instance, Map.groupBy(own, ({ vmid }) => guestId(instance, vmid))]),
  );
}
