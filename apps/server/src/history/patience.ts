// A question to the history ends with its caller, and by itself when the worker hangs: nobody loses their turn to it.
import type { Clock } from '../lib/clock.ts';
import { HistoryUnavailable } from './history-store.ts';

const PATIENCE_MS = 60_000;

/** Undefined once the signal is given. Rejects when the answer takes a minute. What was asked goes on, and is not waited for. */
export async function patiently<T>(
  asked: Promise<T>,
  { signal, clock }: { signal: AbortSignal; clock: Pick<Clock, 'after'> },
): Promise<T | undefined> {
  const { promise: over, resolve, reject } = Promise.withResolvers<undefined>();
  const leave = () => resolve(undefined);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave);
  const cancel = clock.after(PATIENCE_MS, () => reject(new HistoryUnavailable('The history does not answer.')));
  try {
    return await Promise.race([asked, over]);
  } finally {
    cancel();
    signal.removeEventListener('abort', leave);
    asked.catch(() => {});
  }
}
