// The backup jobs of a cluster: when they run, which guests they include, their target, and for which guests they fail.
import type { Cluster } from './cluster.ts';
import type { Guest } from './guest.ts';
import type { Node } from './node.ts';
import { between, chance } from './walk.ts';

const day = 86_400;

/**
 * `second` of the day (UTC). `weekday` 0 = Sunday, undefined = every day. `only` undefined: all guests except the
 * excluded ones.
 */
export type BackupJob = {
  id: string;
  schedule: string;
  weekday?: number;
  second: number;
  storage: string;
  only?: number[];
  /** The number of copies to keep. A backup server has its own prune job for this. */
  keepLast?: number;
};

export const midnightOf = (t: number) => t - (t % day);
/** 1970 began on a Thursday. */
export const weekdayOf = (t: number) => (Math.floor(t / day) + 4) % 7;

/**
 * Every night all guests are backed up to the backup server. Every Sunday a few small guests are copied to the node
 * itself.
 */
export function createBackupJobs(guests: readonly Guest[]): BackupJob[] {
  const small = guests.filter((g) => g.maxdisk <= 8 * 1024 ** 3 && isIncluded(g));
  const perNode = Map.groupBy(small, (g) => g.node);
  const only = [...perNode.values()].flatMap((list) => list.slice(0, 3).map((g) => g.vmid));
  return [
    { id: 'backup-5f3c1d2e-77aa', schedule: '01:00', second: 3600, storage: 'pbs-main' },
    {
      id: 'backup-0b6ad1f4-19c3',
      schedule: 'sun 04:30',
      weekday: 0,
      second: 16_200,
      storage: 'local',
      only,
      keepLast: 2,
    },
  ];
}

/** How many days ago the nightly job backed up that guest for the last time. Undefined = never, 0 = it still does. */
export function backlogOf(guest: Guest): number | undefined {
  if (guest.template || chance(guest.seed, 'no backup') < 0.08) return undefined;
  return !guest.calm && chance(guest.seed, 'stale') < 0.04 ? between(9, 40, guest.seed, 'stale days') : 0;
}

/** Whether the nightly job includes the guest. Other guests are on its list of exclusions. */
export const isIncluded = (guest: Guest): boolean => backlogOf(guest) === 0;

/** The guests of the cluster that a job includes. */
export const guestsIn = (job: BackupJob, cluster: Cluster): Guest[] =>
  [...cluster.guests.values()].filter((g) => (job.only ? job.only.includes(g.vmid) : isIncluded(g)));

export type Run = { from: number; to: number };

/** When the job runs on a node on that day; undefined when it does not run on that day. */
export function runOn(job: BackupJob, node: Node, midnight: number): Run | undefined {
  if (job.weekday !== undefined && weekdayOf(midnight) !== job.weekday) return undefined;
  const from = midnight + job.second;
  return { from, to: from + between(1800, 5400, node.seed, job.id, midnight) };
}

/** The longest duration of a run. */
export const longestRun = 5400;

/** When the backup of the guest starts in that run. */
export const turnOf = (guest: Guest, { from, to }: Run): number =>
  from + Math.floor((to - from) * 0.95 * chance(guest.seed, 'turn'));

export const isFailing = (guest: Guest, job: BackupJob, { from }: Run): boolean =>
  !guest.calm && chance(guest.seed, from, job.second) < 0.003;

export function nextRunOf(job: BackupJob, now: number): number {
  for (let midnight = midnightOf(now); ; midnight += day) {
    const isItsDay = job.weekday === undefined || weekdayOf(midnight) === job.weekday;
    if (isItsDay && midnight + job.second > now) return midnight + job.second;
  }
}
