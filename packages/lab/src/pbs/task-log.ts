// The tasks of a simulated backup server and their logs. Each line has its time; the last one is the result.
import { prune } from '../world/backup-history.ts';
import { type Job, resultOf, timesOf } from './job.ts';
import type { World } from './server.ts';

/**
 * Times in epoch seconds. A task without `end` is running. `state` is the result in the words of the server, `lines` what the log
 * says before it.
 */
export type PastTask = {
  type: string;
  id: string;
  start: number;
  end?: number;
  state?: string;
  lines?: string[];
  user?: string;
};
type KnownTask = PastTask & { upid: string; state: string };

export const upidOf = (type: string, id: string, at: number) =>
  `UPID:pbs:000002C0:000007BA:00000001:${at.toString(16).toUpperCase()}:${type}:${escaped(id)}:root@pam:`;
export const upidPattern =
  /^UPID:[a-z\d-]+:[\dA-F]{8}:[\dA-F]{8,9}:[\dA-F]{8,16}:[\dA-F]{8}:[^:\s]+:[^:\s]*:[^:\s]+:$/i;

/** The server writes an id in a UPID as systemd writes it in the name of a unit. */
const escaped = (id: string) => id.replaceAll('-', '\\x2d').replaceAll(':', '\\x3a').replaceAll('/', '-');

/** The id of the task of a job. A sync job is named with both of its datastores since 3.0. */
export function workerIdOf(type: string, { id, store, ns = '', remote }: Job, release: number): string {
  if (type === 'garbage_collection' || type === 'prunejob') return store;
  if (type === 'syncjob' && release >= 3) return [remote?.id ?? '-', remote?.store, store, ns, id].join(':');
  return `${store}:${id}`;
}

/** The last runs of all jobs, and the tasks that an operator or somebody else started. */
export function knownTasks(
  { jobs, tasks, release }: Pick<World, 'jobs' | 'tasks' | 'release'>,
  now: number,
): KnownTask[] {
  const runsOf = (type: string, list: readonly Job[]) =>
    list.flatMap((job): KnownTask[] => {
      const { end } = timesOf(job, now);
      const { seconds, isRunning } = job;
      const state = resultOf(job);
      if (state === undefined || end === undefined) return [];
      const id = workerIdOf(type, job, release);
      return [{ upid: upidOf(type, id, end), type, id, start: end - seconds, ...(!isRunning && { end }), state }];
    });
  return [
    ...runsOf('syncjob', jobs.sync),
    ...runsOf('verificationjob', jobs.verify),
    ...runsOf('prunejob', jobs.prune),
    ...runsOf('garbage_collection', jobs.gc),
    ...tasks.map((task) => ({ state: 'OK', ...task, upid: upidOf(task.type, task.id, task.start) })),
  ];
}

export function logLines({ type, id, start, end, state, lines }: KnownTask): string[] {
  const before = lines ?? [...(beginnings[type]?.(id) ?? []), ...(details[type]?.(state, start) ?? [])];
  const words = [...before, ...(end === undefined ? [] : result(state))];
  const step = ((end ?? start) - start) / Math.max(1, words.length - 1);
  return words.map((text, i) => `${local(Math.floor(start + i * step))}: ${text}`);
}

/** A task that was killed has no result. */
function result(state: string): string[] {
  if (state === 'unknown') return [];
  if (state === 'OK') return ['TASK OK'];
  return [state.startsWith('WARNINGS') ? `TASK ${state}` : `TASK ERROR: ${state.replace(/^TASK ERROR: /, '')}`];
}

const keepOptions = Object.entries(prune)
  .map(([name, count]) => `--${name} ${count}`)
  .join(' ');

const beginnings: Record<string, (id: string) => string[]> = {
  syncjob: (id) => [`Starting datastore sync job '${id}'`, 'sync snapshots'],
  verificationjob: (id) => [`Starting datastore verify job '${id}'`, 'verifying groups'],
  verify: (id) => [`verify datastore ${id}`, 'percentage done: 100.00%'],
  prunejob: (id) => [`prune job '${id}'`, `Starting datastore prune, keep options: ${keepOptions}`],
  garbage_collection: (id) => [
    `starting garbage collection on store ${id}`,
    'Start GC phase1 (mark used chunks)',
    'Start GC phase2 (sweep unused chunks)',
    'Removed garbage: 0 B',
  ],
};

const DAY_S = 86_400;

/** What a run says on its way to its result. `start` epoch seconds. */
const details: Record<string, (state: string, start: number) => string[]> = {
  verificationjob: (state, start) => [
    'verified 1.20/4.00 MiB in 0.02 seconds, speed 60.00/200.00 MiB/s (0 errors)',
    ...(state.startsWith('verification failed')
      ? [
          "can't verify chunk, load failed - store 'main', unable to load chunk '9f3c1d07': digest mismatch",
          'Failed to verify the following snapshots/groups:',
          `\tvm/124/${new Date((start - 30 * DAY_S) * 1000).toISOString().replace('.000', '')}`,
        ]
      : []),
    'percentage done: 100.00%',
  ],
  syncjob: (state) =>
    state.startsWith('WARNINGS') ? ['WARN: skipped: 3 snapshot(s) of group vm/118 - owner check failed'] : [],
};

/** The server's time zone is UTC. */
const local = (seconds: number) => new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, '+00:00');
