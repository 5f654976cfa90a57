// A clock for tests with real hosts: time runs fast by itself and can leap.
import { setTimeout as wait } from 'node:timers/promises';
import type { Cancel, Clock } from '../../lib/clock.ts';
import { fakeClock } from '../../lib/fake-clock.ts';

const TICK_MS = 10;

export interface FastClock extends Clock {
  /** Steps the wall clock alone, by a positive or negative time. */
  leap(ms: number): void;
  timers(): number;
  stop(): void;
  /** Waits until `ms` of its time have passed. */
  pass(ms: number): Promise<void>;
}

/**
 * It runs no faster than this process can follow: on a busy machine it slows down, instead of making every host look slow.
 * `speed`: how much faster than real time. `timers` is the number of those that are set.
 */
export function fastClock(start: number, speed: number): FastClock {
  const fake = fakeClock(start);
  let leapt = 0;
  let timers = 0;
  const counted = (cancel: Cancel): Cancel => {
    let isSet = true;
    timers++;
    return () => {
      if (isSet) timers--;
      isSet = false;
      cancel();
    };
  };
  let isOver = false;
  async function run() {
    for (; !isOver; await wait(TICK_MS)) await fake.advance(TICK_MS * speed);
  }
  void run();
  return {
    now: () => Math.floor(fake.now() + leapt),
    monotonic: () => fake.monotonic(),
    after(ms, run) {
      const over = counted(
        fake.after(ms, () => {
          over();
          run();
        }),
      );
      return over;
    },
    every: (ms, run) => counted(fake.every(ms, run)),
    leap(ms) {
      leapt += ms;
    },
    timers: () => timers,
    stop() {
      isOver = true;
    },
    async pass(ms) {
      for (const end = fake.now() + ms; fake.now() < end; ) await wait(TICK_MS);
    },
  };
}
