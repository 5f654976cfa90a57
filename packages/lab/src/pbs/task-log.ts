// The tasks of a simulated backup server and their logs. Each line has its time; the last one is the result.
import { type Job, resultOf, timesOf } from './job.ts';
import type { World } from './server.ts';

/** Times in epoch seconds. A task without `end` is running. `state` is the result in the words of the server. */
type KnownTask = { upid: string; type: string; id: string; start: number; end?: number; state: string };

export const upidOf = (type: string, id: string, at: number) =>
  `UPID:pbs:000002C0:000007BA:00000001:${at.toString(16).toUpperCase()}:${type}:${id}:root@pam:`;
export const upidPattern =
  /^UPID:[a-z\d-]+:[\dA-F]{8}:[\dA-F]{8,9}:[\dA-F]{8,16}:[\dA-F]{8}:[^:\s]+:[^:\s]*:[^:\s]+:$/i;

/** The last runs of all jobs, and the tasks that an operator started. */
export function knownTasks({ jobs, tasks }: World, now: number): KnownTask[] {
  const runsOf = (type: string, list: readonly Job[]) =>
    list.flatMap((job): KnownTask[] => {
      const { end } = timesOf(job, now);
      const { id, seconds, isRunning } = job;
      const state = resultOf(job);
      if (state === undefined || end === undefined) return [];
      return [{ upid: upidOf(type, id, end), type, id, start: end - seconds, ...(!isRunning && { end }), state }];
    });
  return [
    ...runsOf('syncjob', jobs.sync),
    ...runsOf('verificationjob', jobs.verify),
    ...runsOf('prune', jobs.prune),
    ...runsOf('garbage_collection', jobs.gc),
    ...tasks.map((task) => ({ ...task, upid: upidOf(task.type, escaped(task.id), task.start), state: 'OK' })),
  ];
}

/** The server writes a colon in an id in this form. */
export const escaped = (id: string) => id.replaceAll(':', '\\x3a');

export function logLines({ type, id, start, end, state }: KnownTask): string[] {
  const words = [...(beginnings[type] ?? (() => []))(id), ...(end === undefined ? [] : result(state))];
  const step = ((end ?? start) - start) / Math.max(1, words.length - 1);
  return words.map((text, i) => `${local(Math.floor(start + i * step))}: ${text}`);
}

/** A task that was killed has no result. */
function result(state: string): string[] {
  if (state === 'unknown') return [];
  if (state === 'OK') return ['TASK OK'];
  return [state.startsWith('WARNINGS') ? `TASK ${state}` : `TASK ERROR: ${state.replace(/^TASK ERROR: /, '')}`];
}

const beginnings: Record<string, (id: string) => string[]> = {
  syncjob: (id) => [`Starting datastore sync job '${id}'`, 'sync snapshots'],
  verificationjob: (id) => [`Starting datastore verify job '${id}'`, 'verifying groups', 'percentage done: 100.00%'],
  verify: (id) => [`verify datastore ${id}`, 'percentage done: 100.00%'],
  prune: (id) => [`prune job '${id}'`, `Starting datastore prune, keep options: --keep-daily 7 --keep-weekly 4`],
  garbage_collection: (id) => [
    `starting garbage collection on store ${id}`,
    'Start GC phase1 (mark used chunks)',
    'Start GC phase2 (sweep unused chunks)',
    'Removed garbage: 0 B',
  ],
};

/** The server's time zone is UTC. */
const local = (seconds: number) => new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, '+00:00');
