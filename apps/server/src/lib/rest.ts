// Rests after work that takes longer with more instances and may wait. They keep it to a share of the time.
import type { Clock } from './clock.ts';

/** For each millisecond that the work took, it rests this many: it takes a fortieth of the time at most. */
const TIMES = 39;

export interface Rest {
  isOver(): boolean;
  /** Does the work, also during a rest. A new rest begins at its end. */
  after<T>(work: () => T): T;
}

/** `longestMs`: of a rest. */
export function createRest(clock: Pick<Clock, 'monotonic'>, longestMs: number): Rest {
  let until = Number.NEGATIVE_INFINITY;
  return {
    isOver: () => clock.monotonic() >= until,
    after(work) {
      const began = clock.monotonic();
      try {
        return work();
      } finally {
        const ended = clock.monotonic();
        until = ended + Math.min(longestMs, TIMES * (ended - began));
      }
    },
  };
}
