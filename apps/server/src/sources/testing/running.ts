// A source whose running polls are counted, so that a test can advance the clock and wait for their answers.
import type { FakeClock } from '../../lib/fake-clock.ts';
import type { Source } from '../source.ts';

/** The limit ends the wait for calls that hang. */
const MAX_TURNS = 2000;

export interface Counted {
  source: Source;
  /** Advances the clock second by second, and waits for the answers. */
  pass(seconds: number): Promise<void>;
}

export function countRunning(source: Source, clock: FakeClock): Counted {
  let running = 0;
  const polls = source.polls.map((poll) => ({
    ...poll,
    run: (signal: AbortSignal) => {
      running++;
      return poll.run(signal).finally(() => running--);
    },
  }));
  return {
    source: { ...source, polls },
    async pass(seconds) {
      for (let i = 0; i < seconds; i++) {
        await clock.advance(1000);
        for (let turns = 0; running > 0 && turns < MAX_TURNS; turns++) await new Promise((done) => setImmediate(done));
      }
    },
  };
}
