// What is still known about a planned run of the past. A backup that is not there may have been pruned, and the guest may be younger than
// the run: such a run was not missed.
import type { Keep } from '@belfry/schema/protection/backup-job';
import type { RunResult } from '@belfry/schema/protection/guest-protection';
import type { Zone } from '../calendar-event/runs.ts';
import type { PruneMeans } from './next-prune.ts';
import type { Place } from './places.ts';
import { keptBy } from './prune.ts';
import type { Run } from './runs.ts';
import { type Case, judgedRun, type Means } from './verdict.ts';

/** `unknown`: neither a backup nor a task says what happened. */
export interface PastRun {
  at: number;
  result: RunResult | 'unknown';
}

/** `isWatched`: whether the server of a place is watched, so that all its prune jobs are known. */
export type PastMeans = Means & PruneMeans & { isWatched: (server: string) => boolean };

/** Undefined for a run before the guest was made. */
export function pastRun(run: Run, facts: Case, means: PastMeans, now: number): PastRun | undefined {
  const { result } = judgedRun(run, facts, means, now);
  if (result !== 'missed') return { at: run.at, result };
  const createdAt = facts.disks?.createdAt;
  if (createdAt !== undefined && createdAt > run.at) return undefined;
  if (mayBePruned(run, facts, means)) return { at: run.at, result: endedWell(run, facts, means) ? 'ok' : 'unknown' };
  const isLatest = run.until > now;
  const isOlder = createdAt !== undefined || facts.own.some(({ backups }) => (backups.at(-1)?.at ?? run.at) < run.at);
  return { at: run.at, result: isLatest || isOlder ? 'missed' : 'unknown' };
}

/** No prune removes the newest backup. An earlier one may be gone if a retention would not keep it, or if nobody knows the retention. */
function mayBePruned({ job, at }: Run, { guest, own }: Case, means: PastMeans): boolean {
  const place = job.storage === undefined ? undefined : means.places.ofStorage(guest.instance, job.storage, false);
  const backups = own
    .filter((list) => place === undefined || list.place.key === place.key)
    .flatMap((each) => each.backups);
  if (!backups.some((backup) => backup.at > at)) return false;
  if (place?.server && !means.isWatched(place.server.server)) return true;
  const made = { at, isProtected: false };
  const all = [made, ...backups].sort((a, b) => b.at - a.at);
  // Some may have been protected only after the last prune, which then counted them.
  const unprotected = all.map((backup) => (backup === made ? made : { at: backup.at, isProtected: false }));
  const isKept = ({ keep, zone }: Retained) =>
    [all, unprotected].every((each) => keptBy(keep, each, zone).includes(made));
  return !keepsOf(place, job, means).every(isKept);
}

interface Retained {
  keep: Keep;
  zone: Zone;
}

function keepsOf(place: Place | undefined, job: Run['job'], { retentions, zoneOf }: PastMeans): Retained[] {
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
