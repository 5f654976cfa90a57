// A long piece of work in steps: between two of them everything else is done.
import { type Clock, pause } from './clock.ts';

/** No other work waits longer than this and one more step. */
const TURN_MS = 10;

/** Does all steps, and returns what the last one returns. */
export async function inTurns<T>(steps: Iterator<unknown, T>, clock: Pick<Clock, 'monotonic' | 'after'>): Promise<T> {
  let since = clock.monotonic();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (clock.monotonic() - since < TURN_MS) continue;
    await pause(clock);
    since = clock.monotonic();
  }
}

/** Does all steps at once. */
export function atOnce<T>(steps: Iterator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
