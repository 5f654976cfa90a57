// Removes old rows of a table once an hour, in steps, because a long one would hold up everything else.
import type { Cancel, Clock } from '../lib/clock.ts';
import { refusalOf } from './disk.ts';

/** Rows in one step. */
export const STEP_ROWS = 500;
const PRUNE_MS = 3_600_000;
const NEXT_STEP_MS = 1000;

/**
 * `step` removes at most `STEP_ROWS` rows and gives their number. Without rows to remove, it must write nothing. A disk or a database that
 * takes nothing now has a message of its own: it is tried again an hour later.
 */
export function startPruning(step: () => Promise<number>, clock: Pick<Clock, 'after'>): Cancel {
  let isStopped = false;
  let next: Cancel = () => {};
  async function prune(): Promise<void> {
    if (isStopped) return;
    let removed = 0;
    try {
      removed = await step();
    } catch (error) {
      if (refusalOf(error) === undefined) throw error;
    } finally {
      if (!isStopped) next = clock.after(removed < STEP_ROWS ? PRUNE_MS : NEXT_STEP_MS, prune);
    }
  }
  next = clock.after(NEXT_STEP_MS, prune);
  return () => {
    isStopped = true;
    next();
  };
}
