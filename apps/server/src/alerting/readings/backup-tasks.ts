// The failed backups of guests and nodes as the rules need them, calculated again only for other lists.
import {
  blamedTasks,
  hasResult,
  isMissing,
  type Judged,
  lastTasksOf,
  tasksByHand,
} from '@belfry/domain/backup-failures';
import type { Guest } from '@belfry/schema/entities/guest';
import type { State } from '@belfry/schema/state';
import type { Confirm, Verdict } from '../engine/reading.ts';
import { bad, unknown, well } from './verdicts.ts';

type BackupLists = Pick<State, 'backupTasks' | 'guestProtection'>;

/** The id of the alert about the jobs of a node, or about the backup of a guest. */
export const backupFailedId = (subject: string): string => `backup-failed-${subject}`;

/** The newer backup of a guest that a task of several guests names is known a poll later than the task. */
export const FAILURE_STAYS: Confirm = { holdMs: 60_000 };

/** `byHand`: the failed tasks that no job planned, by id. */
export interface BackupTasks extends Judged {
  byHand: ReadonlySet<string>;
}

export function createBackupTasks(): (state: BackupLists) => BackupTasks {
  let seen: BackupLists | undefined;
  let known: BackupTasks = { last: lastTasksOf([]), blamed: new Set(), byHand: new Set() };
  return ({ backupTasks, guestProtection }) => {
    const last = seen?.backupTasks === backupTasks ? known.last : lastTasksOf(backupTasks);
    const blamed = seen?.guestProtection === guestProtection ? known.blamed : blamedTasks(guestProtection);
    if (last !== known.last || blamed !== known.blamed) known = { last, blamed, byHand: tasksByHand(guestProtection) };
    seen = { backupTasks, guestProtection };
    return known;
  };
}

/** An earlier failure does not count any more when a newer task, or any newer backup, was good. */
export function guestVerdict(guest: Guest, judged: Judged): Verdict {
  const last = judged.last.ofGuests.get(guest.id);
  if (!last) return judged.last.instances.has(guest.instance) ? well : unknown;
  if ((guest.lastBackup ?? '') > last.task.startTime) return well;
  if (!hasResult(last.task)) return unknown;
  return isMissing(last, guest, judged) ? bad('warning') : well;
}
