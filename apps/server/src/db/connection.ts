// A database as the stores use it: one piece of work at a time, and a transaction has the database alone until it ends.
import { forAll } from '../lib/for-all.ts';
import type { Backend } from './backend.ts';
import { createWorkQueue } from './work-queue.ts';

export interface Connection {
  /** Runs `work` after all earlier turns. Rejects within a turn, because it would wait for itself. */
  turn<T>(work: () => Promise<T>): Promise<T>;
  /** All of `work` or, if it rejects, nothing. Only within a turn. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** A turn with one transaction. */
  write<T>(work: () => Promise<T>): Promise<T>;
  /** Called when all rows were lost while running, so that those in memory are saved again. */
  onLoss(listener: () => void): void;
  /** Waits for the work that is under way. */
  close(): Promise<void>;
}

export function createConnection(backend: Backend): Connection {
  const turns = createWorkQueue();
  const listeners: (() => void)[] = [];
  let closing: Promise<void> | undefined;

  async function transaction<T>(work: () => Promise<T>): Promise<T> {
    try {
      await backend.begin();
      const result = await work();
      await backend.commit();
      return result;
    } catch (error) {
      await backend.rollback();
      throw error;
    }
  }

  /** Runs the work again if the database was damaged and an empty one was made. Listeners may need a turn, so they run after this one. */
  async function turn<T>(work: () => Promise<T>): Promise<T> {
    let isLost = false;
    const result = await turns.take(() =>
      work().catch((error: unknown) => {
        isLost = backend.isBegunAnew(error);
        if (isLost) return work();
        throw error;
      }),
    );
    if (isLost) forAll(listeners, (listener) => listener());
    return result;
  }

  return {
    turn,
    transaction,
    write: (work) => turn(() => transaction(work)),
    onLoss: (listener) => void listeners.push(listener),
    close() {
      closing ??= turns.take(backend.close);
      return closing;
    },
  };
}
