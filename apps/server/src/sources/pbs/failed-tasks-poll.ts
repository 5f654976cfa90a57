// Every five minutes: the tasks that failed, and once for each of them the line of its log that says why.
import { maySeeTasks } from '@belfry/domain/pbs-rights';
import { ok } from '@belfry/domain/result';
import { badPayload } from '../proxmox-api/failure.ts';
import { createParts, type Parts } from '../proxmox-api/parts.ts';
import type { Reader } from '../proxmox-api/session.ts';
import type { Poll } from '../source.ts';
import { failedTasksPath, firstError, parseFailedTasks } from './failed-tasks.ts';
import { type BackupServer, composeInstance } from './server.ts';

const PART = 'failed tasks';
const NEEDS = 'Sys.Audit on /system/tasks';
/** In one run. After a night in which much failed, the next runs read the others. */
const LOGS_AT_ONCE = 5;
/** A verification of many groups has a long log. */
const LINES = 1000;
/** A log that was removed, and any other problem with it, is a 400. */
const NO_LOG = 400;

export function createFailedTasksPoll(server: BackupServer): Poll {
  const begin = createParts(server.clock);
  /** By UPID. Null: the log names no error, so the result of the task stays. */
  const errors = new Map<string, string | null>();

  async function readLog(parts: Parts, upid: string): Promise<void> {
    const path = `/nodes/localhost/tasks/${encodeURIComponent(upid)}/log?limit=${LINES}`;
    const answer = await parts.get('logs of failed tasks', path, { tolerate: [NO_LOG], needs: NEEDS });
    if (answer.ok) errors.set(upid, firstError(answer.value) ?? null);
    else if (answer.error.status === NO_LOG) errors.set(upid, null);
  }

  /** Without the privilege, a server lists only the tasks of the account itself. It still answers with 200. */
  async function noteHidden(parts: Parts, reader: Reader): Promise<void> {
    const answer = await reader.get('/access/permissions', { blameless: true });
    if (!answer.ok || maySeeTasks(answer.value)) return;
    const message = `${reader.origin()} does not show the tasks of other users. Give its user, and the token too, the role Audit on /.`;
    parts.miss(PART, { kind: 'forbidden', message }, NEEDS);
  }

  return {
    name: 'failed-tasks',
    everyMs: 300_000,
    timeoutMs: 60_000,
    essential: false,
    async run(signal) {
      const reader = server.session.read(signal, 'tasks');
      const parts = begin(reader);
      const path = failedTasksPath(server.clock.now());
      const answer = await parts.get(PART, path, { needs: NEEDS });
      const tasks = answer.ok ? parseFailedTasks(answer.value) : undefined;
      if (answer.ok && !tasks) parts.miss(PART, badPayload(`GET ${path}`, 'expected a list of tasks.'));
      if (tasks) {
        if (tasks.length === 0) await noteHidden(parts, reader);
        const listed = new Set(tasks.map(({ id }) => id));
        for (const upid of errors.keys()) if (!listed.has(upid)) errors.delete(upid);
        const unread = tasks.filter(({ id }) => !errors.has(id)).slice(0, LOGS_AT_ONCE);
        await Promise.all(unread.map(({ id }) => readLog(parts, id)));
        const failedTasks = tasks.map((task) => ({ ...task, error: errors.get(task.id) ?? task.error }));
        server.facts = { ...server.facts, failedTasks };
      }
      return ok({ slices: composeInstance(server), gaps: parts.gaps() });
    },
  };
}
