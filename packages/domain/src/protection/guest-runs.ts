// The planned runs of one guest within a time, with the backups that they made.
import { type PastMeans, type PastRun, pastRuns } from './past-runs.ts';
import { isPlan } from './plans.ts';
import type { PlaceBackups } from './runs.ts';
import type { Case } from './verdict.ts';

/** `startedAt`: of the first backup of the run, epoch ms. */
interface DatedRun extends PastRun {
  job: string;
  startedAt: number | undefined;
}

/** `before`: the time of the newest good backup before them that is still there. */
export interface GuestRuns {
  runs: DatedRun[];
  before: number | undefined;
}

/** The scheduler of Proxmox VE starts jobs at full minutes, and clocks differ a little. */
const EARLY_MS = 60_000;

/** Epoch ms; `until` is not part of it. */
export function runsOf(
  facts: Case,
  means: PastMeans,
  { from, until, now }: Record<'from' | 'until' | 'now', number>,
): GuestRuns {
  const good = goodTimes(facts.own);
  const runs = facts.coverage.jobs.flatMap((job) => {
    const plan = means.plans.of(job, now);
    const starts = means.plans.runsBetween(job, from, until);
    const graceMs = isPlan(plan) ? plan.graceMs : 0;
    const planned = starts.slice(0, -1).map((at, i) => ({ job, at, until: starts[i + 1] ?? at, graceMs }));
    const ends = new Map(planned.map((run) => [run.at, run.until]));
    return pastRuns(job, planned.toReversed(), facts, means, now).map((run): DatedRun => {
      const startedAt = run.result === 'ok' ? firstWithin(good, run.at, ends.get(run.at) ?? run.at) : undefined;
      return { job: job.id, ...run, startedAt };
    });
  });
  return { runs, before: good.findLast((at) => at < from) };
}

const goodTimes = (lists: readonly PlaceBackups[]): number[] =>
  lists
    .flatMap(({ backups }) => backups.flatMap(({ at, verification }) => (verification === 'failed' ? [] : [at])))
    .sort((a, b) => a - b);

const firstWithin = (times: readonly number[], from: number, until: number): number | undefined =>
  times.find((at) => at >= from - EARLY_MS && at < until - EARLY_MS);
