// Starts a part that others do not need. While that fails it is tried again, and shown.
import type { Cancel, Clock } from './clock.ts';
import type { GuardedTask } from './parts.ts';

const FIRST_MS = 1000;
const MAX_MS = 60_000;

export interface StartingDeps {
  guardedTask: GuardedTask;
  clock: Pick<Clock, 'after'>;
}

export function createStarting({ guardedTask, clock }: StartingDeps) {
  const waiting = new Set<Cancel>();
  let isStopped = false;
  async function attempt(part: string, start: () => unknown, waitMs: number): Promise<void> {
    const isStarted = await guardedTask(part, async () => Promise.resolve(start()).then(() => true), false);
    if (isStarted || isStopped) return;
    const cancel = clock.after(waitMs, () => {
      waiting.delete(cancel);
      return attempt(part, start, Math.min(2 * waitMs, MAX_MS));
    });
    waiting.add(cancel);
  }
  return {
    /** Resolves after the first attempt. `start` must be callable again after it threw. */
    start: (part: string, start: () => unknown) => attempt(part, start, FIRST_MS),
    /** Nothing is tried again. */
    stop() {
      isStopped = true;
      for (const cancel of waiting) cancel();
    },
  };
}
