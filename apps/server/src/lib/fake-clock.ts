// A clock for tests: time moves only when a test moves it, and due timers run in order.
import { type Clock, supervised, type Task } from './clock.ts';
import type { OnDefect } from './defects.ts';

export interface FakeClock extends Clock {
  /** Moves time forward, running what falls due on the way, and lets promises settle after each. */
  advance(ms: number): Promise<void>;
  /** Steps the wall clock alone, as NTP or an administrator does; may be negative. */
  step(ms: number): void;
}

interface Timer {
  at: number;
  run: () => void;
  every?: number;
}

/** Without `onDefect`, what a timer throws ends the test. */
export function fakeClock(start = 0, onDefect: OnDefect = fail): FakeClock {
  let time = start;
  let stepped = 0;
  let order = 0;
  const timers = new Map<number, Timer>();
  const add = (ms: number, task: Task, every?: number) => {
    const run = supervised(task, onDefect);
    const key = order++;
    timers.set(key, { at: time + ms, run, ...(every !== undefined && { every }) });
    return () => timers.delete(key);
  };
  const settle = () => new Promise<void>((done) => setImmediate(done));
  return {
    // Whole milliseconds, as the clock of a machine gives them.
    now: () => Math.floor(time + stepped),
    monotonic: () => time,
    step(ms) {
      stepped += ms;
    },
    after: (ms, run) => add(ms, run),
    every: (ms, run) => add(ms, run, ms),
    async advance(ms) {
      const end = time + ms;
      await settle();
      for (;;) {
        // Of two that are due at the same time the older one is first, as they are in the map.
        let due: [number, Timer] | undefined;
        for (const [key, timer] of timers) if (timer.at <= end && !(due && due[1].at <= timer.at)) due = [key, timer];
        if (!due) break;
        const [key, timer] = due;
        time = timer.at;
        if (timer.every === undefined) timers.delete(key);
        else timer.at += timer.every;
        timer.run();
        await settle();
      }
      time = end;
    },
  };
}

function fail(error: unknown): never {
  throw error;
}
