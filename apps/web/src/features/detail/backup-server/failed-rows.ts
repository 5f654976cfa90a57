// The failed tasks of a backup server. A task that fails each night with the same words is one row. Pure.
import type { PbsFailedTask } from '@belfry/schema/entities/pbs-details';

/** `task` is the newest of `count` alike. */
export interface FailedRow {
  task: PbsFailedTask;
  count: number;
}

/** `tasks`: the newest first, and so are the rows. */
export function failedRows(tasks: readonly PbsFailedTask[]): FailedRow[] {
  const rows = new Map<string, FailedRow>();
  for (const task of tasks) {
    const key = JSON.stringify([task.type, task.store, task.subject, task.result, task.error]);
    const known = rows.get(key);
    if (known) known.count++;
    else rows.set(key, { task, count: 1 });
  }
  return [...rows.values()];
}
