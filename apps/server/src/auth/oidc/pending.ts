// Sign-ins that have begun: each can be finished once, within a short time, and by the browser that began it.
import { hash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import { createRecent } from '../recent.ts';
import type { Proof } from './provider.ts';

export const PENDING_MS = 10 * 60_000;
const CAPACITY = 1000;

export function createPending(clock: Clock) {
  const waiting = createRecent<{ proof: Proof; browser: Buffer; returnTo: string; at: number }>(CAPACITY);
  const digest = (browser: string) => hash('sha256', browser, 'buffer');
  return {
    /** `browser` is the value of a cookie that only that browser has. */
    add: (proof: Proof, browser: string, returnTo: string) =>
      waiting.set(proof.state, { proof, browser: digest(browser), returnTo, at: clock.monotonic() }),
    /** Undefined: unknown, too late, already used, or begun by another browser. */
    take(state: string, browser: string): { proof: Proof; returnTo: string } | undefined {
      const found = waiting.get(state);
      if (!found || !timingSafeEqual(found.browser, digest(browser))) return undefined;
      waiting.delete(state);
      return clock.monotonic() - found.at < PENDING_MS ? found : undefined;
    },
  };
}
