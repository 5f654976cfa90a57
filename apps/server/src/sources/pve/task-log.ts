// `GET /nodes/{n}/tasks/{upid}/log`: why a backup failed, for each guest of the task.
import type { TaskFailure } from '@belfry/schema/entities/pve-backups';
import { rows, text } from '../proxmox-api/read.ts';

const LONGEST = 500;
const OF_GUEST = /^ERROR: Backup of VM (\d{1,9}) failed - (.+)$/;
const ERROR = /^(?:ERROR|TASK ERROR): (.+)$/;
/** A line that only says that there are errors. */
const NO_REASON = /^job errors$/;

/** The first reason comes first. A line without a guest counts for all guests that have none of their own. */
export function failuresIn(data: unknown): TaskFailure[] {
  const found: TaskFailure[] = [];
  let first: string | undefined;
  for (const row of rows(data)) {
    const line = text(row.t, 2000)?.trim() ?? '';
    const [, vmid, reason] = OF_GUEST.exec(line) ?? [];
    if (reason !== undefined) found.push({ vmid: Number(vmid), error: reason.slice(0, LONGEST) });
    const said = ERROR.exec(line)?.[1];
    if (said !== undefined && !NO_REASON.test(said)) first ??= said.slice(0, LONGEST);
  }
  const isKnown = found.length > 0 || first === undefined;
  return isKnown ? found : [{ error: first ?? '' }];
}
