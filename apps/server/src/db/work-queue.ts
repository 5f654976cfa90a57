// Runs one piece of work at a time, so that a transaction has the database alone until it ends.
import { AsyncLocalStorage } from 'node:async_hooks';

export interface WorkQueue {
  /**
   * Runs `work` after all earlier work has ended; at once if there is none. Rejects when called from within a turn, because it would
   * wait for itself.
   */
  take<T>(work: () => Promise<T>): Promise<T>;
}

export function createWorkQueue(): WorkQueue {
  const current = new AsyncLocalStorage<{ isOver: boolean }>();
  let last: Promise<unknown> = Promise.resolve();
  let unfinished = 0;
  return {
    take(work) {
      // A timer that a turn has set runs after it, and may take a turn of its own.
      if (current.getStore()?.isOver === false) return Promise.reject(new Error(WITHIN));
      const turn = { isOver: false };
      const run = () =>
        current.run(turn, async () => {
          try {
            return await work();
          } finally {
            turn.isOver = true;
            unfinished--;
          }
        });
      const done = unfinished++ === 0 ? run() : last.then(run);
      last = done.catch(() => {});
      return done;
    },
  };
}

const WITHIN =
  'The store was used within its own `atomically`, so it would wait for itself. Use the stores given to the block.';
