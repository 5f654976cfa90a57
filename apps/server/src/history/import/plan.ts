// Which calls an import makes, and in which order.
import type { Consolidation, Frame, Subject } from '../../config/past.ts';

/** One time frame of one resource: the call for its means and, where a step joins several samples, the one for its maxima. */
export interface Task {
  readonly subject: Subject;
  readonly frame: Frame;
  readonly calls: readonly Consolidation[];
}

const MEANS = ['AVERAGE'] as const;
const MEANS_AND_MAXIMA = ['AVERAGE', 'MAX'] as const;
/** The finest step has one sample of the host, so its maximum is its mean. */
const FINEST_MS = 60_000;

/**
 * Everything since that time (epoch ms): the newest frame of every resource first, then the frames that reach back further,
 * until one begins before `since`.
 */
export function planOf(subjects: readonly Subject[], frames: readonly Frame[], since: number, now: number): Task[] {
  const last = frames.findIndex(({ spanMs }) => now - spanMs <= since);
  const needed = last < 0 ? frames : frames.slice(0, last + 1);
  return needed.flatMap((frame) =>
    subjects.map((subject): Task => {
      const calls = frame.stepMs > FINEST_MS ? MEANS_AND_MAXIMA : MEANS;
      return { subject, frame, calls };
    }),
  );
}

export const callsIn = (tasks: readonly Task[]): number => tasks.reduce((sum, { calls }) => sum + calls.length, 0);
