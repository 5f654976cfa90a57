// The time of a storm: one for all its programs, faster than the real one, so that an outage of minutes takes seconds.
import { setTimeout as wait } from 'node:timers/promises';

export interface StormClock {
  /** Epoch ms at which it began. */
  since: number;
  speed: number;
  now(): number;
  /** Waits for so many ms of its time. */
  pass(ms: number): Promise<void>;
}

export function stormClock(speed: number): StormClock {
  const since = Date.now();
  const now = () => Math.floor(since + (Date.now() - since) * speed);
  return { since, speed, now, pass: (ms) => wait(ms / speed) };
}

/** Until it is so. Then nothing, and otherwise what was still wrong. `limitMs`: real. */
export async function until(isSo: () => Promise<unknown> | unknown, what: string, limitMs = 60_000): Promise<void> {
  const end = Date.now() + limitMs;
  let last: unknown;
  do {
    try {
      last = await isSo();
      if (last === true) return;
    } catch (error) {
      last = error;
    }
    await wait(50);
  } while (Date.now() < end);
  throw new Error(
    `it did not come to pass: ${what}; at last ${last instanceof Error ? last.message : JSON.stringify(last)}`,
  );
}
