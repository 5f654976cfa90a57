// The state of one guest: its jobs, what their last runs made, and the backups that exist.
import type { BackupJob } from '@belfry/schema/protection/backup-job';
import type { Exclusion } from '@belfry/schema/protection/decisions';
import type { GuestProtection, ProtectionReason, ProtectionState } from '@belfry/schema/protection/guest-protection';
import type { LastTask } from '../backup-failures.ts';
import { defined } from '../defined.ts';
import { failedByHand } from './by-hand.ts';
import type { Coverage } from './coverage.ts';
import type { GuestDisks } from './guest-disks.ts';
import type { MissingPart, ProtectedGuest } from './input.ts';
import { nextPruneOf, type PruneMeans } from './next-prune.ts';
import { offSiteOf } from './off-site.ts';
import type { Places } from './places.ts';
import { isPlan, type Plan, type Plans } from './plans.ts';
import { outcomeOf, type PlaceBackups, type Run, type RunOutcome, severityOf, type TasksOfRun } from './runs.ts';

/** A verification runs once a week, as a rule. */
const VERIFIED_WITHIN_MS = 8 * 86_400_000;

/** `own` and `perhaps`: the lists of backups that are its own, and those that may be of another guest. */
export interface Case {
  guest: ProtectedGuest;
  coverage: Coverage;
  own: readonly PlaceBackups[];
  perhaps: readonly PlaceBackups[];
  disks: GuestDisks | undefined;
  exclusion: Exclusion | undefined;
  missing: readonly MissingPart[];
  /** The newest finished task that says something about it. */
  lastTask: LastTask | undefined;
}

export interface Means {
  places: Places;
  plans: Plans;
  tasksOf: TasksOfRun;
}

/** `judgeAgainAt`, epoch ms: from then on the time alone may change the state. `usesTasks`: other tasks may change it too. */
export interface Verdict {
  protection: GuestProtection;
  judgeAgainAt: number;
  usesTasks: boolean;
}

export type JudgedRun = RunOutcome & { job: string; at: number };

export function judgedRun(run: Run, { guest, own, perhaps }: Case, { places, tasksOf }: Means, now: number): JudgedRun {
  const { id, storage } = run.job;
  const place = storage === undefined ? undefined : places.ofStorage(guest.instance, storage, false);
  return { ...outcomeOf(run, guest, place, own, perhaps, tasksOf, now), job: id, at: run.at };
}

/** A backup says it, so no task is looked at. */
const WITHOUT_TASKS: ReadonlySet<string> = new Set(['ok', 'damaged', 'ambiguous']);
const worst = (runs: readonly JudgedRun[]): JudgedRun | undefined =>
  runs.toSorted((a, b) => severityOf(b) - severityOf(a) || (a.job < b.job ? -1 : 1))[0];
const isOpen = ({ result }: RunOutcome) => result === 'pending' || result === 'running';
const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());

export function judge(facts: Case, { plans: known, ...others }: Means & PruneMeans, now: number): Verdict {
  const { places, tasksOf } = others;
  const { plans, nextOfAny } = withNext(known);
  const means = { ...others, plans };
  const { guest, coverage, own, perhaps, disks, exclusion, missing } = facts;
  const planned = coverage.jobs.map((job) => ({ job, plan: plans.of(job, now) }));
  const readable = planned.filter((each): each is { job: typeof each.job; plan: Plan } => isPlan(each.plan));
  const judgeRun = (run: Run) => judgedRun(run, facts, { places, plans, tasksOf }, now);
  const lastRuns = readable.flatMap(({ job, plan }) =>
    plan.last === undefined
      ? []
      : [judgeRun({ job, at: plan.last, until: plan.next ?? Infinity, graceMs: plan.graceMs })],
  );
  // While a run is going on, the one before it says how well the guest is protected.
  const overRuns = readable.flatMap(({ job, plan }) => {
    const last = lastRuns.find((run) => run.job === job.id);
    if (!last || !isOpen(last)) return last ?? [];
    if (plan.last === undefined || plan.before === undefined) return [];
    return [judgeRun({ job, at: plan.before, until: plan.last, graceMs: plan.graceMs })];
  });

  const good = own.flatMap((list) => list.backups.find(({ verification }) => verification !== 'failed') ?? []);
  const lastGood = good.length > 0 ? Math.max(...good.map(({ at }) => at)) : undefined;
  const unclear = planned.find(({ plan }) => !isPlan(plan));
  const verdict = ((): { state: ProtectionState; reason?: ProtectionReason | undefined } => {
    const isExcluded = exclusion && (exclusion.until === undefined || Date.parse(exclusion.until) > now);
    if (isExcluded) return { state: 'excluded', reason: { kind: 'exclusion', text: exclusion.note } };
    const jobs = missing.find(({ part }) => part === 'jobs');
    if (jobs) return { state: 'unknown', reason: reasonOfMissing(jobs) };
    if (coverage.reason) return { state: 'not-covered', reason: coverage.reason };
    if (disks?.isWhole) return { state: 'not-covered', reason: { kind: 'all-disks-left-out' } };
    if (unclear && !isPlan(unclear.plan)) {
      const reason = { kind: 'schedule-not-understood' as const, job: unclear.job.id, text: unclear.plan.text };
      return { state: 'unknown', reason };
    }
    const run = worst(overRuns);
    const isBad = lastGood === undefined || (run !== undefined && run.result !== 'ok' && !isOpen(run));
    if (isBad) {
      const hidden = hiddenBackups(missing, coverage.jobs);
      if (hidden) return { state: 'unknown', reason: reasonOfMissing(hidden) };
      if (run?.result === 'ambiguous' || (lastGood === undefined && perhaps.length > 0))
        return { state: 'unknown', reason: { kind: 'ambiguous-backups' } };
      if (lastGood === undefined) return { state: 'never' };
      return { state: run?.result === 'missed' ? 'late' : 'failed' };
    }
    return { state: isUnverified(own, now) ? 'unverified' : 'protected' };
  })();

  const run = worst(lastRuns);
  const withLastGood = own.filter(({ backups }) =>
    backups.some(({ at, verification }) => at === lastGood && verification !== 'failed'),
  );
  // A copy has the time of its original.
  const from = withLastGood.find(({ place }) => !places.syncInto(place)) ?? withLastGood[0];
  const [newest, ...older] = from?.backups ?? [];
  const oldest = older.at(-1) ?? newest;
  const onServers = own.filter(({ place }) => place.server).flatMap(({ backups }) => backups);
  const verified = onServers.filter(({ verification }) => verification === 'ok').map(({ at }) => at);
  const nexts = readable.flatMap(({ plan }) => plan.next ?? []);
  const intervals = readable.flatMap(({ plan }) =>
    plan.next !== undefined && plan.last !== undefined ? (plan.next - plan.last) / 1000 : [],
  );
  const prune = from && nextPruneOf(from, readable, means, now);
  const protection = defined({
    id: guest.id,
    ...verdict,
    jobs: coverage.jobs.map(({ id }) => id),
    lastRun:
      run &&
      defined({
        job: run.job,
        at: new Date(run.at).toISOString(),
        result: run.result,
        error: run.error,
        task: run.task,
      }),
    byHand: failedByHand(facts.lastTask, { ...verdict, runs: [...lastRuns, ...overRuns], lastGood }),
    nextRun: iso(nexts.length > 0 ? Math.min(...nexts) : undefined),
    everySeconds: intervals.length > 0 ? Math.min(...intervals) : undefined,
    lastGood: iso(lastGood),
    place: from?.place.key,
    backups: own.reduce((sum, { backups }) => sum + backups.length, 0),
    size: newest?.size,
    sizeChange: newest && older[0] ? newest.size - older[0].size : undefined,
    oldest: iso(oldest?.at),
    sizeChangeAll: newest && oldest && oldest !== newest ? newest.size - oldest.size : undefined,
    prune,
    verification: newest && (newest.verification ?? ('not-possible' as const)),
    newestVerified: iso(verified.length > 0 ? Math.max(...verified) : undefined),
    encrypted: newest?.isEncrypted,
    protectedBackups: own.reduce((sum, { backups }) => sum + backups.filter((b) => b.isProtected).length, 0),
    offSite: from && offSiteOf(from, own, places, plans, now),
    disksLeftOut: [...(disks?.disksLeftOut ?? [])],
  });
  const open = [...lastRuns, ...overRuns].flatMap(({ openUntil }) => openUntil ?? []);
  const end = exclusion?.until === undefined ? [] : [Date.parse(exclusion.until)].filter((at) => at > now);
  const unverifiedFrom =
    onServers.length > 0 && verified.length === 0
      ? [Math.min(...onServers.map(({ at }) => at)) + VERIFIED_WITHIN_MS]
      : [];
  const pruned = prune ? [Date.parse(prune.at)] : [];
  const times = [...pruned, nextOfAny(), ...open, ...end, ...unverifiedFrom.filter((at) => at > now)];
  const usesTasks = lastRuns.some(({ result }) => !WITHOUT_TASKS.has(result));
  return { protection, judgeAgainAt: Math.min(Infinity, ...times), usesTasks };
}

/** `nextOfAny`: the earliest next run of the schedules that `of` has read, epoch ms. After it the verdict may differ. */
function withNext(plans: Plans): { plans: Plans; nextOfAny: () => number } {
  let next = Infinity;
  const of: Plans['of'] = (planned, now) => {
    const plan = plans.of(planned, now);
    if (isPlan(plan)) next = Math.min(next, plan.next ?? Infinity);
    return plan;
  };
  return { plans: { ...plans, of }, nextOfAny: () => next };
}

/** A part of the data that may contain backups of these jobs, and is not known. */
export const hiddenBackups = (missing: readonly MissingPart[], jobs: readonly BackupJob[]): MissingPart | undefined =>
  missing.find(
    ({ part, storage }) => part === 'backups' && (storage === undefined || jobs.some((job) => job.storage === storage)),
  );

const reasonOfMissing = ({ needs, why = '' }: MissingPart): ProtectionReason =>
  needs === undefined ? { kind: 'not-read', text: why } : { kind: 'missing-privilege', text: needs };

/** No backup on a server was verified, and the oldest has been there for longer than a verification takes to come. */
function isUnverified(own: readonly PlaceBackups[], now: number): boolean {
  const onServers = own.filter(({ place }) => place.server).flatMap(({ backups }) => backups);
  const oldest = onServers.reduce((least, { at }) => Math.min(least, at), Infinity);
  return onServers.every(({ verification }) => verification === 'none') && oldest <= now - VERIFIED_WITHIN_MS;
}
