// What is still known about a planned run of the past. A backup that is not there may have been pruned, it may be where nobody has looked
// yet, and the guest may be younger than the run: such a run was not missed.
import type { BackupJob, Keep } from '@belfry/schema/protection/backup-job';
import type { RunResult } from '@belfry/schema/protection/guest-protection';
import type { Zone } from '../calendar-event/runs.ts';
import type { PruneMeans } from './next-prune.ts';
import type { Place } from './places.ts';
import { keptBy } from './prune.ts';
import type { Run } from './runs.ts';
import { type Case, hiddenBackups, judgedRun, type Means } from './verdict.ts';

/** `unknown`: neither a backup nor a task says what happened. */
export interface PastRun {
  at: number;
  result: RunResult | 'unknown';
}

/** `knowsPrunes`: whether all prune jobs of a server are known. */
export type PastMeans = Means & PruneMeans & { knowsPrunes: (server: string) => boolean };

/** `runs`: those of one job. Runs before the guest was made are left out. */
export function pastRuns(job: BackupJob, runs: readonly Run[], facts: Case, means: PastMeans, now: number): PastRun[] {
  const createdAt = facts.disks?.createdAt;
  const results = runs.map((run) => ({ run, result: judgedRun(run, facts, means, now).result }));
  const missed = results.flatMap(({ run, result }) => (result === 'missed' ? run.at : []));
  const isKept = missed.length > 0 ? keptOf(missed, job, facts, means) : () => true;
  const isHidden = hiddenBackups(facts.missing, [job]) !== undefined;
  return results.flatMap(({ run, result }): PastRun[] => {
    const { at, until } = run;
    if (result !== 'missed') return [{ at, result }];
    if (createdAt !== undefined && createdAt > at) return [];
    if (isHidden || !isKept(at)) return [{ at, result: endedWell(run, facts, means) ? 'ok' : 'unknown' }];
    const isLatest = until > now;
    const isOlder = createdAt !== undefined || facts.own.some(({ backups }) => (backups.at(-1)?.at ?? at) < at);
    return [{ at, result: isLatest || isOlder ? 'missed' : 'unknown' }];
  });
}

/**
 * Whether a backup of a run at one of these times would still be there. No prune removes the newest backup. An earlier one may be gone if a
 * retention would not keep it, or if nobody knows the retention. All times are judged together, because this is asked for every guest.
 */
function keptOf(
  times: readonly number[],
  job: BackupJob,
  { guest, own }: Case,
  means: PastMeans,
): (at: number) => boolean {
  const place = job.storage === undefined ? undefined : means.places.ofStorage(guest.instance, job.storage, false);
  const lists = own.filter((list) => place === undefined || list.place.key === place.key);
  const backups = lists.flatMap((each) => each.backups);
  const newest = Math.max(...backups.map(({ at }) => at));
  if (place?.server && !means.knowsPrunes(place.server.server)) return (at) => at > newest;
  const made = times.filter((at) => at < newest).map((at) => ({ at, isProtected: false }));
  const keeps = made.length > 0 ? keepsOf(place, job, means) : [];
  const all = [...made, ...backups].sort((a, b) => b.at - a.at);
  // Some may have been protected only after the last prune, which then counted them.
  const hasProtected = backups.some(({ isProtected }) => isProtected);
  const counted = hasProtected ? all.map(({ at }) => ({ at, isProtected: false })) : all;
  const survivors = keeps.flatMap(({ keep, zone }) =>
    (hasProtected ? [all, counted] : [all]).map((each) => new Set(keptBy(keep, each, zone).map(({ at }) => at))),
  );
  return (at) => at > newest || survivors.every((each) => each.has(at));
}

interface Retained {
  keep: Keep;
  zone: Zone;
}

function keepsOf(place: Place | undefined, job: BackupJob, { retentions, zoneOf }: PastMeans): Retained[] {
  const own = job.keep ?? retentions.ofStorage(job.instance, job.storage ?? '');
  const jobs = place ? retentions.prunesOf(place) : [];
  return [
    ...(own ? [{ keep: own, zone: zoneOf(job.instance) }] : []),
    ...jobs.map(({ keep, place: at }) => ({ keep, zone: zoneOf(at.server) })),
  ];
}

/** The task of that run ended without an error, and its log names no failure of the guest. */
function endedWell({ job, at, until }: Run, { guest }: Case, { tasksOf }: PastMeans): boolean {
  const { byVmid, byFailure, byNode } = tasksOf(job.instance, at, until);
  const task = byVmid.get(guest.vmid) ?? byNode.get(guest.node);
  return task?.endTime !== undefined && task.error === undefined && !byFailure.has(guest.vmid);
}
