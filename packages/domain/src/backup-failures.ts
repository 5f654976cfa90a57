// Which backups failed and were not made since. A task of several guests says something about each guest that its log names. A
// later one of the same node may be another job with other guests, so it ends nothing that concerns a guest by name.
import type { BackupTask } from '@belfry/schema/entities/pve-backups';
import type { GuestProtection } from '@belfry/schema/protection/guest-protection';
import { guestId, nodeId } from './ids.ts';

/** The newest finished task that says something about one guest: its own, or one of several guests that names it. */
export interface LastTask {
  task: BackupTask;
  /** Why it failed. Absent when it worked, or has no result. */
  error?: string;
}

export interface LastTasks {
  /** By the id of the guest. */
  ofGuests: ReadonlyMap<string, LastTask>;
  /** By the id of the node: the finished tasks of several guests, the newest first. */
  ofNodes: ReadonlyMap<string, readonly BackupTask[]>;
  /** The instances with at least one task. */
  instances: ReadonlySet<string>;
}

/** The text of a task that made all backups but those that its log names. */
const SOME_FAILED = 'job errors';

/** A task that ended with its node has no result. */
export const hasResult = ({ status }: BackupTask): boolean => status !== 'unknown';

const errorOf = (task: BackupTask): string | undefined => (hasResult(task) ? task.error : undefined);

const isOfSeveral = ({ vmid }: BackupTask): boolean => vmid === 0;

/** The guests that the log of a failed task names, by id, with the reasons. */
export function namedIn({ instance, failures = [] }: BackupTask): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  for (const { vmid, error } of failures) {
    const id = vmid === undefined ? undefined : guestId(instance, vmid);
    if (id !== undefined && !named.has(id)) named.set(id, error);
  }
  return named;
}

/** The reason in the log, or else the text of the task. */
const reasonOf = (task: BackupTask, error: string): string => task.failures?.[0]?.error ?? error;

export function lastTasksOf(tasks: readonly BackupTask[]): LastTasks {
  const ofGuests = new Map<string, LastTask>();
  const ofNodes = new Map<string, BackupTask[]>();
  const instances = new Set<string>();
  const note = (guest: string, last: LastTask) => {
    const known = ofGuests.get(guest);
    if (!known || known.task.startTime < last.task.startTime) ofGuests.set(guest, last);
  };
  for (const task of tasks) {
    instances.add(task.instance);
    if (task.endTime === undefined) continue;
    const error = errorOf(task);
    if (!isOfSeveral(task)) {
      note(guestId(task.instance, task.vmid), { task, ...(error !== undefined && { error: reasonOf(task, error) }) });
      continue;
    }
    const node = nodeId(task.instance, task.node);
    const own = ofNodes.get(node);
    if (own) own.push(task);
    else ofNodes.set(node, [task]);
    if (error !== undefined) for (const [guest, reason] of namedIn(task)) note(guest, { task, error: reason });
  }
  for (const own of ofNodes.values()) own.sort((a, b) => (a.startTime < b.startTime ? 1 : -1));
  return { ofGuests, ofNodes, instances };
}

/** The failed tasks that the model of protection finds to be the last run of a guest, by id: their backups were not made since. */
export const blamedTasks = (guests: readonly GuestProtection[]): ReadonlySet<string> =>
  new Set(guests.flatMap(({ lastRun }) => (lastRun?.result === 'failed' ? (lastRun.task ?? []) : [])));

/** The failed tasks that no job planned, by id. */
export const tasksByHand = (guests: readonly GuestProtection[]): ReadonlySet<string> =>
  new Set(guests.flatMap(({ byHand }) => byHand?.task ?? []));

export interface Judged {
  last: LastTasks;
  blamed: ReadonlySet<string>;
}

/** ISO; absent when no backup of the guest is listed. */
type Protected = { id: string; lastBackup?: string | undefined };

/** Whether the last backup of a guest failed, and no newer one was made. */
export function isMissing({ task, error }: LastTask, { lastBackup }: Protected, { last, blamed }: Judged): boolean {
  if (error === undefined || (lastBackup ?? '') > task.startTime) return false;
  if (!isOfSeveral(task) || lastBackup !== undefined || blamed.has(task.id)) return true;
  // The backups of this guest cannot be listed, so a later job that worked is the only sign.
  const [newest] = last.ofNodes.get(nodeId(task.instance, task.node)) ?? [];
  return newest === undefined || newest.startTime <= task.startTime || newest.error !== undefined;
}

/** `guests`: those whose failure is not made good; empty when it concerns the job as a whole. */
export interface FailedJob<G extends Protected> {
  task: BackupTask;
  error: string;
  guests: readonly G[];
}

/**
 * The newest failed job of a node that is not made good: it failed as a whole, or for several guests. A failure of one guest alone
 * is that guest's.
 */
export function failedJobOf<G extends Protected>(
  node: string,
  guestOf: (id: string) => G | undefined,
  judged: Judged,
): FailedJob<G> | undefined {
  const tasks = judged.last.ofNodes.get(node) ?? [];
  const newest = tasks.find(hasResult);
  for (const task of tasks) {
    const error = errorOf(task);
    if (error === undefined) continue;
    const named = namedIn(task);
    const isWhole = named.size === 0 || error !== SOME_FAILED;
    if (isWhole && (task === newest || judged.blamed.has(task.id)))
      return { task, error: error === SOME_FAILED ? reasonOf(task, error) : error, guests: [] };
    const guests = [...named.keys()].flatMap((id) => {
      const [guest, last] = [guestOf(id), judged.last.ofGuests.get(id)];
      return guest && last?.task === task && isMissing(last, guest, judged) ? [guest] : [];
    });
    if (guests.length > 1) return { task, error: reasonOf(task, error), guests };
  }
  return undefined;
}
