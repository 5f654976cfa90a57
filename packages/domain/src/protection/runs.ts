// What happened in a planned run, for one guest.
import type { BackupTask } from '@belfry/schema/entities/pve-backups';
import type { BackupJob } from '@belfry/schema/protection/backup-job';
import type { RunResult } from '@belfry/schema/protection/guest-protection';
import type { Backup } from './groups.ts';
import type { ProtectedGuest } from './input.ts';
import type { Place } from './places.ts';

/** The backups in one place, the newest first. */
export interface PlaceBackups {
  place: Place;
  backups: readonly Backup[];
}

/** Epoch ms: it began at `at`, and what happens from `until` on belongs to the next run. */
export interface Run {
  job: BackupJob;
  at: number;
  until: number;
  graceMs: number;
}

const SEVERITY: readonly RunResult[] = ['ok', 'pending', 'running', 'ambiguous', 'missed', 'damaged', 'failed'];
/** Larger for a worse result. */
export const severityOf = ({ result }: { result: RunResult }): number => SEVERITY.indexOf(result);

/** `openUntil`, epoch ms, of a run that is pending: from then on it is missed. */
export interface RunOutcome {
  result: RunResult;
  openUntil?: number;
  error?: string | undefined;
  task?: string | undefined;
}

/** The scheduler of Proxmox VE starts jobs at full minutes, and clocks differ a little. */
const EARLY_MS = 60_000;
/** The lists of backups are read every five minutes. */
const LISTED_AFTER_MS = 15 * 60_000;

export type TasksOfRun = (instance: string, at: number, until: number) => TaskIndex;

/**
 * The tasks of one run. A task of several guests has no vmid, so it is found by its node, or by the guests that its log names
 * (`byFailure`): these were on its node at that time.
 */
interface TaskIndex {
  byVmid: ReadonlyMap<number, BackupTask>;
  byFailure: ReadonlyMap<number, BackupTask>;
  byNode: ReadonlyMap<string, BackupTask>;
}

/** Each run is looked up once for all guests. */
export function createTasksOfRun(tasks: readonly BackupTask[]): TasksOfRun {
  const known = new Map<string, TaskIndex>();
  const byInstance = Map.groupBy(tasks, ({ instance }) => instance);
  return (instance, at, until) => {
    const key = `${instance} ${at} ${until}`;
    const old = known.get(key);
    if (old) return old;
    const byVmid = new Map<number, BackupTask>();
    const byFailure = new Map<number, BackupTask>();
    const byNode = new Map<string, BackupTask>();
    const worse = (a: BackupTask | undefined, b: BackupTask) => (a?.error === undefined ? b : a);
    for (const task of byInstance.get(instance) ?? []) {
      const start = Date.parse(task.startTime);
      if (start < at - EARLY_MS || start >= until - EARLY_MS) continue;
      if (task.vmid > 0) byVmid.set(task.vmid, worse(byVmid.get(task.vmid), task));
      else byNode.set(task.node, worse(byNode.get(task.node), task));
      for (const { vmid } of task.failures ?? []) if (vmid !== undefined) byFailure.set(vmid, task);
    }
    const index = { byVmid, byFailure, byNode };
    known.set(key, index);
    return index;
  };
}

/** `place`: where the job writes. `perhaps`: backups that may be of this guest or of another. */
export function outcomeOf(
  { job, at, until, graceMs }: Run,
  guest: Pick<ProtectedGuest, 'instance' | 'vmid' | 'node'>,
  place: Place | undefined,
  own: readonly PlaceBackups[],
  perhaps: readonly PlaceBackups[],
  tasksOf: TasksOfRun,
  now: number,
): RunOutcome {
  const [from, to] = [at - EARLY_MS, until - EARLY_MS];
  const made = madeIn(own, place, from, to);
  if (made) return { result: made };
  if (madeIn(perhaps, place, from, to)) return { result: 'ambiguous' };

  const { byVmid, byFailure, byNode } = tasksOf(job.instance, at, until);
  // The guest may have been on another node at that time.
  const task = byVmid.get(guest.vmid) ?? byFailure.get(guest.vmid) ?? perhapsOf(guest.node, byNode);
  if (task?.error !== undefined)
    return { result: 'failed', error: reasonFor(task, guest.vmid) ?? task.error, task: task.id };
  if (task && task.endTime === undefined) return { result: 'running', task: task.id };
  const openUntil = task?.endTime === undefined ? at + graceMs : Date.parse(task.endTime) + LISTED_AFTER_MS;
  return now >= openUntil ? { result: 'missed' } : { result: 'pending', openUntil };
}

/** A loop, because it runs for every run of every guest. Undefined when there is no backup of that time. */
function madeIn(
  lists: readonly PlaceBackups[],
  place: Place | undefined,
  from: number,
  to: number,
): 'ok' | 'damaged' | undefined {
  let made: 'damaged' | undefined;
  for (const list of lists) {
    if (place !== undefined && list.place.key !== place.key) continue;
    for (const { at, verification } of list.backups) {
      if (at < from) break;
      if (at >= to) continue;
      if (verification !== 'failed') return 'ok';
      made = 'damaged';
    }
  }
  return made;
}

/** Of its node, or of another one. A task that failed for other guests only says nothing about this one. */
function perhapsOf(node: string, tasks: ReadonlyMap<string, BackupTask>): BackupTask | undefined {
  const open = [...tasks.values()].filter(
    ({ failures = [] }) => failures.length === 0 || failures.some(({ vmid }) => vmid === undefined),
  );
  return open.find((task) => task.node === node) ?? open.find(({ error }) => error !== undefined) ?? open[0];
}

/** The first line of the log about this guest. */
const reasonFor = ({ failures = [] }: BackupTask, vmid: number): string | undefined =>
  (failures.find((failure) => failure.vmid === vmid) ?? failures.find((failure) => failure.vmid === undefined))?.error;
