// The last finished backup task of each guest, and of each node for the tasks of several guests.
import { guestId, nodeId } from '@belfry/domain/ids';
import type { BackupTask } from '@belfry/schema/entities/pve-backups';
import type { Verdict } from '../engine/reading.ts';
import { bad, unknown, well } from './verdicts.ts';

/** `bySubject`: by the id of the guest or node. `instances`: the instances with at least one task. */
export interface LastTasks {
  bySubject: ReadonlyMap<string, BackupTask>;
  instances: ReadonlySet<string>;
}

/** A task of several guests has no vmid. It counts for its node, because it does not say which guests it contains. */
const subjectOf = ({ instance, node, vmid }: BackupTask): string =>
  vmid === 0 ? nodeId(instance, node) : guestId(instance, vmid);

function lastTasks(tasks: readonly BackupTask[]): LastTasks {
  const bySubject = new Map<string, BackupTask>();
  const instances = new Set<string>();
  for (const task of tasks) {
    instances.add(task.instance);
    if (task.endTime === undefined) continue;
    const subject = subjectOf(task);
    const known = bySubject.get(subject);
    if (!known || known.startTime < task.startTime) bySubject.set(subject, task);
  }
  return { bySubject, instances };
}

/** A task that ended with its node has no result. */
const hasResult = ({ status }: BackupTask): boolean => status !== 'unknown';

export const isFailed = (task: BackupTask): boolean => task.error !== undefined && hasResult(task);

/** Calculated again only for another list. */
export function createLastTasks(): (tasks: readonly BackupTask[]) => LastTasks {
  let known: { tasks: readonly BackupTask[]; last: LastTasks } | undefined;
  return (tasks) => {
    if (known?.tasks !== tasks) known = { tasks, last: lastTasks(tasks) };
    return known.last;
  };
}

/** `newest`: the last backup (ISO) of the subject by any task. An earlier failure does not count any more. */
export function backupVerdict(
  { bySubject, instances }: LastTasks,
  { subject, instance, newest = '' }: { subject: string; instance: string; newest?: string | undefined },
): Verdict {
  const task = bySubject.get(subject);
  if (!task) return instances.has(instance) ? well : unknown;
  if (newest > task.startTime) return well;
  if (!hasResult(task)) return unknown;
  return isFailed(task) ? bad('warning') : well;
}
