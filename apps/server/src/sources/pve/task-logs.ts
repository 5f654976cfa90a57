// The reasons of failed backups, from the logs of their tasks. Each log is read once.
import type { BackupTask } from '@belfry/schema/entities/pve-backups';
import type { Parts } from '../proxmox-api/parts.ts';
import { TIMEOUT_MS } from '../proxmox-api/session.ts';
import { isOnline } from './facts.ts';
import type { PveInstance } from './instance.ts';
import { failuresIn } from './task-log.ts';

/** In one run; the newest tasks first. */
const MAX_AT_ONCE = 10;
/** An older failure concerns nobody any more. */
const LONGEST_AGO_MS = 14 * 86_400_000;
/** Of one log. */
const MAX_LINES = 5000;

/** Adds the reasons to the backup tasks of the facts. */
export function createTaskLogReader(instance: PveInstance): (parts: Parts) => Promise<void> {
  /** The tasks whose logs were read, by id, with their reasons. */
  const read = new Map<string, BackupTask['failures']>();

  async function ask(parts: Parts, { id, node }: BackupTask): Promise<void> {
    const upid = id.slice(instance.place.instance.length + 1);
    const path = `/nodes/${encodeURIComponent(node)}/tasks/${encodeURIComponent(upid)}/log?limit=${MAX_LINES}`;
    const answer = await parts.get('logs of backup tasks', path, {
      timeoutMs: TIMEOUT_MS.slow,
      // The host removes old logs.
      tolerate: [400, 404, 500],
      needs: `Sys.Audit on /nodes/${node}`,
    });
    // A host that does not answer now is asked again.
    if (!answer.ok && answer.error.kind !== 'bad-status') return;
    const failures = answer.ok ? failuresIn(answer.value) : [];
    read.set(id, failures.length > 0 ? failures : undefined);
  }

  return async (parts) => {
    const { backupTasks } = instance.facts;
    for (const id of read.keys()) if (!backupTasks.has(id)) read.delete(id);
    const since = instance.clock.now() - LONGEST_AGO_MS;
    const due = [...backupTasks.values()]
      .filter(({ id, error, node }) => error !== undefined && !read.has(id) && isOnline(instance.facts, node))
      .filter(({ startTime }) => Date.parse(startTime) >= since)
      .sort((a, b) => (a.startTime < b.startTime ? 1 : -1))
      .slice(0, MAX_AT_ONCE);
    await Promise.all(due.map((task) => ask(parts, task)));
    const explained = [...instance.facts.backupTasks].map(([key, task]): [string, BackupTask] => {
      const failures = read.get(task.id);
      return [key, failures && task.failures !== failures ? { ...task, failures } : task];
    });
    instance.facts = { ...instance.facts, backupTasks: new Map(explained) };
  };
}
