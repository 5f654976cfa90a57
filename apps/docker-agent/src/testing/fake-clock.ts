// A clock for tests: time moves only on command, and due timers run in order.
import type { Clock } from '../clock.ts';

export interface FakeClock extends Clock {
  /** Moves the time and runs the timers that become due; promises settle after each. */
  advance(ms: number): Promise<void>;
  /** The remaining time of each timer, shortest first. */
  due(): number[];
}

export function fakeClock(start = 0): FakeClock {
  let time = start;
  const timers = new Set<{ at: number; run: () => void }>();
  const inOrder = () => [...timers].sort((a, b) => a.at - b.at);
  const settle = () => new Promise<void>((done) => setImmediate(done));
  return {
    now: () => time,
    after(ms, run) {
      const timer = { at: time + ms, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    due: () => inOrder().map((timer) => timer.at - time),
    async advance(ms) {
      const end = time + ms;
      await settle();
      for (;;) {
        const [next] = inOrder();
        if (!next || next.at > end) break;
        timers.delete(next);
        time = next.at;
        next.run();
        await settle();
      }
      time = end;
    },
  };
}
