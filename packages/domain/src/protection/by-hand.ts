// A run that no job planned: somebody started it, or a script. It says nothing about the jobs, so it counts apart from planned runs.
import type { FailedByHand, ProtectionState } from '@belfry/schema/protection/guest-protection';
import type { LastTask } from '../backup-failures.ts';
import { defined } from '../defined.ts';
import type { RunOutcome } from './runs.ts';

interface Judged {
  state: ProtectionState;
  /** The newest planned runs of its jobs, over or not. */
  runs: readonly RunOutcome[];
  /** Epoch ms. */
  lastGood: number | undefined;
}

/** Undefined when its newest task worked, when a newer backup is good, and when the task may be one of a planned run. */
export function failedByHand(last: LastTask | undefined, judged: Judged): FailedByHand | undefined {
  if (last?.error === undefined || !isApart(judged)) return undefined;
  const { id, startTime } = last.task;
  if (Date.parse(startTime) <= (judged.lastGood ?? 0)) return undefined;
  return defined({ at: startTime, error: last.error, task: id });
}

/**
 * All planned runs of the guest worked: a failure since then is none of theirs. A guest in no job may be in a script that somebody calls a
 * job, so nothing is said about it.
 */
const isApart = ({ state, runs }: Judged): boolean =>
  (state === 'protected' || state === 'unverified') && runs.every(({ result }) => result !== 'failed');
