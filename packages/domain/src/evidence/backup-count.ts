// What became of the planned backups of one guest within a period.
import type { RunResult } from '@belfry/schema/protection/guest-protection';
import type { Span } from './availability.ts';

/** `startedAt`: when the backup of the run was made, where there is one. Epoch ms. */
export interface PlannedRun {
  job: string;
  at: number;
  result: RunResult | 'unknown';
  startedAt?: number | undefined;
}

/** Seconds where it is a duration. `worst`: the longest time without a good backup; null: not known. */
export interface BackupCount {
  planned: number;
  worked: number;
  failed: number;
  missed: number;
  /** Of those that worked: begun more than an hour after their time. */
  late: number;
  /** Neither a backup nor a task says what happened: removed by a prune, or not readable. */
  unknown: number;
  /** Not yet over when the report was made. */
  open: number;
  worst: number | null;
  /** The longest time without a backup that counts as agreed. An hour more is tolerated, because backups do not begin to the second. */
  allowed: number | null;
  isReached: boolean | null;
}

const LATE_MS = 3_600_000;

/**
 * `everyMs`: from one run to the next. `before`: the time of the last good backup before the period, where it is known. Until an agreed
 * recovery point can be set, the longest time between a run and the next but one counts as agreed: one backup may be missing, two may not.
 */
export function countOf(
  runs: readonly PlannedRun[],
  existed: readonly Span[],
  everyMs: number | undefined,
  before: number | undefined,
  until: number,
): BackupCount {
  const own = runs
    .filter(({ at }) => existed.some((span) => at >= span.from && at < span.until))
    .sort((a, b) => a.at - b.at);
  const of = (...results: PlannedRun['result'][]) => own.filter(({ result }) => results.includes(result));
  const worked = of('ok');
  const worst = longestWithout(own, existed, { before, everyMs }, until);
  const allowedMs = allowedOf(own) ?? (everyMs === undefined ? undefined : 2 * everyMs);
  return {
    planned: own.length,
    worked: worked.length,
    failed: of('failed', 'damaged').length,
    missed: of('missed').length,
    late: worked.filter(({ at, startedAt }) => startedAt !== undefined && startedAt - at > LATE_MS).length,
    unknown: of('unknown', 'ambiguous').length,
    open: of('running', 'pending').length,
    worst: worst.ms === undefined ? null : Math.round(worst.ms / 1000),
    allowed: allowedMs === undefined ? null : Math.round(allowedMs / 1000),
    isReached: reached(worst, allowedMs),
  };
}

function allowedOf(runs: readonly PlannedRun[]): number | undefined {
  const times = [...new Set(runs.map(({ at }) => at))];
  const pairs = times.slice(2).map((at, i) => at - (times[i] ?? at));
  return pairs.length > 0 ? Math.max(...pairs) : undefined;
}

interface Longest {
  /** Undefined: it lies where nobody knows what happened. */
  ms: number | undefined;
  /** The longest that is certain. */
  certainMs: number;
}

function reached({ ms, certainMs }: Longest, allowedMs: number | undefined): boolean | null {
  if (allowedMs === undefined) return null;
  if (certainMs > allowedMs + LATE_MS) return false;
  return ms === undefined || ms > allowedMs + LATE_MS ? null : true;
}

/**
 * A run of which nothing is known may have worked, so the time over it is not certain. The same holds for runs before the period: a prune may
 * have removed what came after the last backup that is left of them.
 */
function longestWithout(
  runs: readonly PlannedRun[],
  existed: readonly Span[],
  { before, everyMs = 0 }: { before: number | undefined; everyMs: number | undefined },
  until: number,
): Longest {
  const start = existed[0]?.from;
  if (start === undefined || runs.length === 0) return { ms: undefined, certainMs: 0 };
  let since = before ?? start;
  let areEarlierUnknown = start - since > everyMs + LATE_MS;
  let [longest, certain, isUncertain] = [0, 0, false];
  let isLongestUncertain = false;
  const close = (at: number) => {
    const length = at - since;
    if (length > longest) [longest, isLongestUncertain] = [length, isUncertain || areEarlierUnknown];
    if (!isUncertain) certain = Math.max(certain, areEarlierUnknown ? at - start : length);
  };
  for (const { result, at, startedAt = at } of runs) {
    if (result === 'ok') {
      close(startedAt);
      [since, isUncertain, areEarlierUnknown] = [Math.max(since, startedAt), false, false];
    } else if (result === 'unknown' || result === 'ambiguous') isUncertain = true;
  }
  close(Math.min(until, existed.at(-1)?.until ?? until));
  return { ms: isLongestUncertain ? undefined : longest, certainMs: certain };
}
