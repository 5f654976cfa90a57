// A long piece of work in steps: between two of them everything else is done.
import { type Clock, pause } from './clock.ts';

/** No other work waits longer than this and one more step. */
const TURN_MS = 10;

type TurnClock = Pick<Clock, 'monotonic' | 'after'>;

/** To be called between two steps. It is a pause when the turn is over, and undefined before. */
export function createTurns(clock: TurnClock): () => Promise<void> | undefined {
  let since = clock.monotonic();
  async function rest(): Promise<void> {
    await pause(clock);
    since = clock.monotonic();
  }
  return () => (clock.monotonic() - since < TURN_MS ? undefined : rest());
}

/** Does all steps, and returns what the last one returns. */
export async function inTurns<T>(steps: Iterator<unknown, T>, clock: TurnClock): Promise<T> {
  const ended = createTurns(clock);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    const rest = ended();
    if (rest) await rest;
  }
}

/** Does all steps at once. */
export function atOnce<T>(steps: Iterator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
