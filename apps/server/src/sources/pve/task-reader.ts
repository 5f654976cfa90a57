// The new tasks of each node: backups, and what was done to guests. One list has both, so they cost one call.
import type { Result } from '@belfry/domain/result';
import type { BackupTask } from '@belfry/schema/entities/pve-backups';
import type { Task } from '@belfry/schema/entities/task';
import type { Parts } from '../proxmox-api/parts.ts';
import { amount, rows } from '../proxmox-api/read.ts';
import { TIMEOUT_MS } from '../proxmox-api/session.ts';
import { backupTasks } from './backups.ts';
import type { PveInstance } from './instance.ts';
import { createNodeTurns } from './node-turns.ts';
import { guestTasks } from './tasks.ts';

const PAGE = 500;
const MAX_PAGES = 20;
/** Tasks are kept for this time. Older backups come from the lists of volumes. */
const KEEP_MS = 30 * 86_400_000;
/** Of each node, without backups: automation may start and stop guests all day. */
const MAX_TASKS = 500;

interface Found {
  backups: BackupTask[];
  tasks: Task[];
}

const startOf = ({ startTime }: Pick<Task, 'startTime'>): number => Date.parse(startTime) / 1000;

/** Reads the tasks of the nodes whose turn it is into the facts. */
export function createTaskReader(instance: PveInstance): (parts: Parts) => Promise<void> {
  const askNodes = createNodeTurns(instance);
  /** The newest known start of a task per node, in epoch seconds. Finished tasks before it are known. */
  const since = new Map<string, number>();

  /** Releases before 7.3 refuse the parameter `since`. */
  let knowsSince = true;

  async function fetchPage(parts: Parts, node: string, start: number, from: number): Promise<Result<unknown, unknown>> {
    const ask = () => {
      const query = `source=all&limit=${PAGE}&start=${start}${knowsSince ? `&since=${from}` : ''}`;
      const path = `/nodes/${encodeURIComponent(node)}/tasks?${query}`;
      const tolerate = knowsSince ? [400] : [];
      return parts.get('backup tasks', path, {
        timeoutMs: TIMEOUT_MS.slow,
        tolerate,
        needs: `Sys.Audit on /nodes/${node}`,
      });
    };
    const wasAsked = knowsSince;
    const answer = await ask();
    if (answer.ok || !wasAsked || answer.error.status !== 400) return answer;
    knowsSince = false;
    return ask();
  }

  /** Undefined when the tasks could not be read. */
  async function fetchTasks(parts: Parts, node: string): Promise<Found | undefined> {
    const now = instance.clock.now();
    const from = since.get(node) ?? Math.floor((now - KEEP_MS) / 1000);
    const found: Found = { backups: [], tasks: [] };
    for (let page = 0; page < MAX_PAGES; page++) {
      const answer = await fetchPage(parts, node, page * PAGE, from);
      if (!answer.ok) return undefined;
      found.backups.push(...backupTasks(answer.value, instance.place.instance, node, now));
      found.tasks.push(...guestTasks(answer.value, instance.place.instance, node, now));
      // The newest tasks come first.
      const isPast = rows(answer.value).some(({ starttime }) => (amount(starttime) ?? from) < from);
      if (!Array.isArray(answer.value) || answer.value.length < PAGE || isPast) break;
    }
    // A running task is read again until it has ended.
    const all = [...found.backups, ...found.tasks];
    const running = all.filter(({ endTime }) => endTime === undefined).map(startOf);
    const newest = all.reduce((latest, task) => Math.max(latest, startOf(task)), from);
    since.set(
      node,
      running.reduce((first, start) => Math.min(first, start), newest),
    );
    return found;
  }

  return async (parts) => {
    const oldest = instance.clock.now() - KEEP_MS;
    await askNodes(async (node) => {
      const found = await fetchTasks(parts, node);
      const { facts } = instance;
      const tasks = [...known(facts.tasks, found?.tasks ?? [], oldest)];
      const own = tasks.filter(([, task]) => task.node === node).sort(([, a], [, b]) => startOf(b) - startOf(a));
      const tooMany = new Set(own.slice(MAX_TASKS).map(([id]) => id));
      instance.facts = {
        ...facts,
        backupTasks: known(facts.backupTasks, found?.backups ?? [], oldest),
        tasks: new Map(tasks.filter(([id]) => !tooMany.has(id))),
      };
      return found !== undefined;
    });
  };
}

/** The known tasks and the new ones, without those that began before `oldest` (epoch ms). */
function known<T extends { id: string; startTime: string }>(
  before: ReadonlyMap<string, T>,
  found: readonly T[],
  oldest: number,
): Map<string, T> {
  const tasks = new Map(before);
  for (const task of found) tasks.set(task.id, task);
  for (const [id, task] of tasks) if (Date.parse(task.startTime) < oldest) tasks.delete(id);
  return tasks;
}
