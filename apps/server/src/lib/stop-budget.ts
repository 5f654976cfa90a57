// The time in which everything stops. What does not stop in it is left as it is, so that the rest is closed all the same.
import type { Clock } from './clock.ts';
import type { Logger } from './logger.ts';

/**
 * All parts together. Docker and Home Assistant kill ten seconds after the signal, as our unit of systemd does. `server.ts` gives up
 * after eight. A message on its way has three of these, and its connection one (`notify/outbox/worker.ts`).
 */
const PARTS_MS = 6000;
/** A part that comes after a slow one still has so long: it may only have to close a file. */
const LEAST_MS = 200;

export function createStopBudget({ clock, log }: { clock: Clock; log: Pick<Logger, 'warn'> }) {
  let due: number | undefined;
  return {
    /** `stop` with what is left of the time. Rejects when `stop` does. */
    part:
      (name: string, stop: () => unknown): (() => Promise<void>) =>
      async () => {
        due ??= clock.monotonic() + PARTS_MS;
        const over = Promise.withResolvers<'over'>();
        const cancel = clock.after(Math.max(LEAST_MS, due - clock.monotonic()), () => over.resolve('over'));
        try {
          const ended = await Promise.race([Promise.resolve(stop()), over.promise]);
          if (ended === 'over') log.warn({ part: name }, 'a part did not stop in time and is left as it is');
        } finally {
          cancel();
        }
      },
  };
}
