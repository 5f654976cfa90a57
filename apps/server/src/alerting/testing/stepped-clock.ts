// A clock for thousands of histories: time moves without waiting for anything.
import type { Clock } from '../../lib/clock.ts';

export interface SteppedClock extends Clock {
  /** Moves the time and runs, once per step, what runs every second. Both in ms. */
  advance(ms: number, stepMs?: number): void;
  /** Steps the wall clock alone. */
  step(ms: number): void;
}

interface SleepyClock extends SteppedClock {
  /** As if the process was stopped for a time. */
  sleep(ms: number): void;
}

export function steppedClock(start: number): SleepyClock {
  let time = start;
  let stepped = 0;
  let asleep = 0;
  const regular = new Set<() => unknown>();
  return {
    now: () => time + stepped + asleep,
    monotonic: () => time,
    asleep: () => asleep,
    after: () => () => {},
    every(_ms, run) {
      regular.add(run);
      return () => void regular.delete(run);
    },
    advance(ms, stepMs = 1000) {
      for (let passed = stepMs; passed <= ms; passed += stepMs) {
        time += stepMs;
        for (const run of regular) run();
      }
    },
    step(ms) {
      stepped += ms;
    },
    sleep(ms) {
      asleep += ms;
    },
  };
}
