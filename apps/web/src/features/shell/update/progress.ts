// What the progress dialog shows and does next, from what the server answered.
import type { UpdateStatus } from '@belfry/schema/http/updates';

export const POLL_MS = 2_000;
const BASE_MS = 2_000;
const MAX_DOUBLED = 2;
const LONGEST_MS = 15_000;
/** How long after the live connection is back Belfry is asked. */
export const AFTER_RECONNECT_MS = 1_000;

export type Report = Pick<UpdateStatus, 'status' | 'progress' | 'message' | 'error'> &
  Partial<Pick<UpdateStatus, 'version' | 'rolledBack' | 'named'>>;

export interface Progress {
  report: Report | undefined;
  /** `health`: the page waits for Belfry to come back. */
  phase: 'poll' | 'health' | 'over';
}

export const start: Progress = { report: undefined, phase: 'poll' };

/** While Belfry is replaced it tells nothing. */
const fabricated: Report = { status: 'restarting', progress: 95, message: '', error: '' };

/** `reloaded`: this page came from the new server, so it waits for the result without being loaded again. */
export function progressOf(report: Report, reloaded: boolean): Progress {
  if (report.error !== '' || ['completed', 'idle', 'available', 'error'].includes(report.status))
    return { report, phase: 'over' };
  return { report, phase: report.status === 'restarting' && !reloaded ? 'health' : 'poll' };
}

/** The server did not answer. */
export function missed({ report }: Progress): Progress {
  const isOver = report && (report.status === 'idle' || report.status === 'error');
  return { report: isOver ? report : fabricated, phase: 'health' };
}

/** How long to wait after a number of attempts without an answer. The first one is made at once. */
export const pauseAfter = (attempts: number): number =>
  Math.min(LONGEST_MS, BASE_MS * 2 ** Math.min(attempts - 1, MAX_DOUBLED));

export type Kind = 'initializing' | 'updating' | 'restarting' | 'completed' | 'failed';

/** `running`: the version that answers; it decides where the server does not know about the update any more. */
export function kindOf({ report, phase }: Progress, version: string, running: string): Kind {
  if (phase === 'health') return 'restarting';
  if (!report) return 'initializing';
  if (phase === 'poll') return report.status === 'restarting' ? 'restarting' : 'updating';
  if (report.error !== '' || report.status === 'error') return 'failed';
  return report.status === 'completed' || running === version ? 'completed' : 'failed';
}
