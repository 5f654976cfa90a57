// The jobs of a simulated backup server, one for each result that a job can have.
import { historyOf, prune, verifySchedule, verifySeconds } from '../world/backup-history.ts';
import type { Cluster } from '../world/cluster.ts';
import type { Store } from '../world/datastore.ts';
import { chance } from '../world/walk.ts';
import { lastRunOf, nextRunOf } from './schedule.ts';

/** Times in epoch seconds. A job without `state` has never run. */
export type Job = {
  id: string;
  store: string;
  ns?: string;
  schedule: string;
  /** The duration of a run. */
  seconds: number;
  disable?: true;
  comment?: string;
  state?: string;
  /** The end of a run that an operator started. Without it, the schedule decides. */
  endtime?: number;
  /** Nothing has started it since then (epoch seconds). */
  stoppedAt?: number;
  /** The result of its last run while it fails. It hides `state`. */
  failing?: string;
  /** A run is in progress. The server then reports nothing about the last run. */
  isRunning?: true;
  /** Only for a sync job. Without an id, the source is a datastore of the same server. */
  remote?: { id?: string; store: string; ns?: string; direction: 'pull' | 'push' };
  /** The account whose backups a sync job writes; root@pam without it. */
  owner?: string;
  /** Only for a tape job. */
  media?: { pool: string; drive: string };
  /** Only for a prune job: the backups that it keeps. */
  keep?: Readonly<Record<`keep-${string}`, number>>;
};
/** A server without a drive has no tape jobs, so `tape` is empty until a test adds one. */
export type Jobs = { sync: Job[]; verify: Job[]; prune: Job[]; tape: Job[]; gc: Job[] };

/** All jobs succeed from now on. */
export function succeed(jobs: Jobs): void {
  for (const job of Object.values(jobs).flat()) if (job.state !== undefined) job.state = 'OK';
}

const stopped = { sync: 8, verify: 39, gc: 59 } as const;

/** By chance, nothing has started these jobs for so many days, and nothing says so. */
export function stopSome(jobs: Jobs, seed: number, now: number): void {
  for (const [kind, days] of Object.entries(stopped) as [keyof typeof stopped, number][])
    if (chance(seed, 'stopped', kind) < 0.5)
      for (const job of jobs[kind]) if (!job.disable && job.state === 'OK') job.stoppedAt = now - days * 86_400;
}

/** The result of the last run; undefined when there was none. */
export const resultOf = ({ failing, state }: Job): string | undefined => failing ?? state;

/** The time of the next run, and the end of the last run if there was one. */
export function timesOf(job: Job, now: number): { next: number | undefined; end: number | undefined } {
  const { schedule, seconds, disable } = job;
  const until = Math.min(now, job.stoppedAt ?? now);
  const end = job.endtime ?? lastRunOf(schedule, until - seconds) + seconds;
  return { next: disable ? undefined : nextRunOf(schedule, until), end: resultOf(job) === undefined ? undefined : end };
}

const minute = 60;
const damaged = 'verification failed - please check the log for details';

/** `namespace`: the namespace of `main` that has its own verification job. */
export function createJobs(stores: readonly Store[], namespace = 'lab'): Jobs {
  return {
    sync: [
      {
        id: 's-offsite',
        store: 'archive',
        schedule: 'daily',
        seconds: 2 * minute,
        comment: 'to the other building',
        remote: { id: 'offsite', store: 'archive', direction: 'pull' },
        state: 'TASK ERROR: sync failed: error trying to connect: tcp connect error: Connection refused (os error 111)',
      },
      {
        id: 's-push',
        store: 'main',
        schedule: 'hourly',
        seconds: 9 * minute,
        remote: { id: 'cloud', store: 'belfry', direction: 'push' },
        state: 'WARNINGS: 2',
      },
      {
        id: 's-local',
        store: 'empty',
        schedule: 'monthly',
        seconds: 20 * minute,
        remote: { store: 'archive', direction: 'pull' },
        owner: 'copies@pbs',
        state: 'unknown',
      },
      {
        id: 's-new',
        store: 'main',
        schedule: 'weekly',
        seconds: minute,
        remote: { id: 'offsite', store: 'main', direction: 'pull' },
      },
    ],
    verify: [
      { id: 'v-daily', store: 'main', schedule: verifySchedule, seconds: verifySeconds, state: 'OK' },
      { id: 'v-lab', store: 'main', ns: namespace, schedule: 'sat 05:00', seconds: 50 * minute, state: damaged },
    ],
    prune: [
      {
        id: 'p-daily',
        store: 'main',
        schedule: verifySchedule,
        seconds: 3 * minute,
        comment: 'keep a month',
        keep: prune,
        state: 'OK',
      },
      {
        id: 'p-paused',
        store: 'archive',
        schedule: 'weekly',
        seconds: minute,
        disable: true,
        keep: { 'keep-last': 1 },
      },
    ],
    tape: [],
    gc: stores
      .filter((store) => !store.error && !store.isUnmounted)
      .map((store) => ({ id: store.name, store: store.name, schedule: 'daily', seconds: 12 * minute, state: 'OK' })),
  };
}

/**
 * Sets the results of the verifications of `main` from the backups of these clusters. The nightly one checks only new
 * backups.
 */
export function judge({ verify }: Jobs, clusters: readonly Cluster[]): void {
  const histories = clusters.map(historyOf);
  for (const job of verify.filter(({ store }) => store === 'main')) {
    const groups = job.ns === undefined ? [] : (histories[0]?.datastore.namespaces.get(job.ns) ?? []);
    const isDamaged =
      job.ns === undefined
        ? histories.some((history) => history.isDamageFound)
        : groups.some(({ snapshots }) => snapshots.some(({ verified }) => verified === 'failed'));
    job.state = isDamaged ? damaged : 'OK';
  }
}
