// One piece of work after the other: a transaction has the database to itself until it ends.
import { AsyncLocalStorage } from 'node:async_hooks';

export interface Turns {
  /** Runs `work` when all that was asked for before has ended. Rejects when called from within a turn: it would wait for itself. */
  take<T>(work: () => Promise<T>): Promise<T>;
}

export function createTurns(): Turns {
  const current = new AsyncLocalStorage<{ isOver: boolean }>();
  let last: Promise<unknown> = Promise.resolve();
  return {
    take(work) {
      // What a turn leaves behind, a timer for instance, runs after it and may take a turn of its own.
      if (current.getStore()?.isOver === false) return Promise.reject(new Error(WITHIN));
      const turn = { isOver: false };
      const done = last.then(() =>
        current.run(turn, () =>
          work().finally(() => {
            turn.isOver = true;
          }),
        ),
      );
      last = done.catch(() => {});
      return done;
    },
  };
}

const WITHIN =
  'The store was used within its own `atomically`, and would wait for itself for ever. Use the stores given to the block.';
