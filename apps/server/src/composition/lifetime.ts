// Starts and stops the parts of the server. What was started last is stopped first.
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { GuardedTask } from '../lib/parts.ts';
import { createStarting } from '../lib/starting.ts';
import { createStopBudget } from '../lib/stop-budget.ts';

/** By the name of what is started or stopped, in their order. */
export type Steps = Readonly<Record<string, () => unknown>>;

export interface LifetimeDeps {
  /** How the parts stop that run before the start. The first one is stopped last. */
  stops: Steps;
  guardedTask: GuardedTask;
  clock: Clock;
  log: Pick<Logger, 'warn'>;
}

export function createLifetime({ stops, guardedTask, clock, log }: LifetimeDeps) {
  const teardown = new AsyncDisposableStack();
  const budget = createStopBudget({ clock, log });
  const onStop = (part: string, stop: () => unknown): void => void teardown.defer(budget.part(part, stop));
  for (const [part, stop] of Object.entries(stops)) onStop(part, stop);
  const starting = createStarting({ guardedTask, clock });
  teardown.defer(starting.stop);
  const stop = () => teardown.disposeAsync();
  return {
    onStop,
    /** Steps that may fail: the others go on without a part that does not start, and it is tried again. */
    async try(steps: Steps): Promise<void> {
      for (const [part, step] of Object.entries(steps)) await starting.start(`the start of ${part}`, step);
    },
    /** The whole start. When it rejects, everything is stopped before. */
    start: (steps: () => Promise<void>) =>
      steps().catch(async (error) => {
        await stop();
        throw error;
      }),
    stop,
  };
}
