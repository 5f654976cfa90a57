// Planned backups as they are seen now, completed by what was noted of them when it was still known.
import type { PlannedRun } from './backup-count.ts';

/** What is seen now is newer than what was noted, but a backup or a task that is gone now was there. */
const isCertain = ({ result }: PlannedRun): boolean => result !== 'unknown' && result !== 'missed';

const keyOf = ({ job, at }: PlannedRun): string => `${job} ${at}`;

/** `noted`: of the same guest, in any order. Runs that are not planned any more are not added. */
export function completedRuns(runs: readonly PlannedRun[], noted: readonly PlannedRun[]): PlannedRun[] {
  const known = new Map(noted.map((run) => [keyOf(run), run]));
  return runs.map((run) => (isCertain(run) ? run : (known.get(keyOf(run)) ?? run)));
}

/** The newest good backup before a time. */
export function lastGoodBefore(at: number, seen: number | undefined, noted: readonly PlannedRun[]): number | undefined {
  const times = noted.flatMap(({ result, startedAt }) => (result === 'ok' && startedAt !== undefined ? startedAt : []));
  const all = [...times, ...(seen === undefined ? [] : [seen])].filter((time) => time < at);
  return all.length > 0 ? Math.max(...all) : undefined;
}
