// `GET /nodes/{n}/tasks/{upid}/log`: why a backup failed, for each guest of the task.
import type { TaskFailure } from '@belfry/schema/entities/pve-backups';
import { rows, text } from '../proxmox-api/read.ts';

const LONGEST = 500;
const OF_GUEST = /^ERROR: Backup of VM (\d{1,9}) failed - (.+)$/;
const ERROR = /^(?:ERROR|TASK ERROR): (.+)$/;
/** A line that only says that there are errors. */
const NO_REASON = /^job errors$/;
/** A message about the job that could not be sent says nothing about the job (proxmox-notify, `send` in lib.rs). */
const OF_MESSAGE = /^could not notify via /;
/** The backup of a container is a command of its own. The host only knows that it failed, and the command said why before. */
const OF_COMMAND = /^command .+ failed: exit code \d+$/;
const SAID_BY_COMMAND = /^INFO: Error: (.+)$/;
const BEGINS = /^INFO: Starting Backup of VM /;

/** The first reason comes first. A line without a guest counts for all guests that have none of their own. */
export function failuresIn(data: unknown): TaskFailure[] {
  const found: TaskFailure[] = [];
  let first: string | undefined;
  let cause: string | undefined;
  for (const row of rows(data)) {
    const line = text(row.t, 2000)?.trim() ?? '';
    cause = BEGINS.test(line) ? undefined : (SAID_BY_COMMAND.exec(line)?.[1] ?? cause);
    const [, vmid, given] = OF_GUEST.exec(line) ?? [];
    const reason = given !== undefined && OF_COMMAND.test(given) ? (cause ?? given) : given;
    if (reason !== undefined) found.push({ vmid: Number(vmid), error: reason.slice(0, LONGEST) });
    const words = ERROR.exec(line)?.[1];
    if (words !== undefined && !NO_REASON.test(words) && !OF_MESSAGE.test(words)) first ??= words.slice(0, LONGEST);
  }
  const isKnown = found.length > 0 || first === undefined;
  return isKnown ? found : [{ error: first ?? '' }];
}
