// When a message is tried again.

const FIRST_WAITS_MS = [1, 2, 4, 8, 16, 30].map((seconds) => seconds * 1000);
const LATER_WAIT_MS = 5 * 60_000;
const GIVE_UP_MS = 24 * 3_600_000;
const MAX_RETRY_AFTER_MS = 3_600_000;

/** How long a service may ask us to wait. */
export const retryAfter = (ms = 0): number => Math.min(ms, MAX_RETRY_AFTER_MS);

/**
 * Milliseconds until the next attempt, after so many; undefined when there will be none. `ageMs` since the message was queued,
 * `retryAfterMs` what the service asked for.
 */
export function retryWait(attempts: number, ageMs: number, retryAfterMs?: number): number | undefined {
  if (ageMs >= GIVE_UP_MS) return undefined;
  return Math.max(FIRST_WAITS_MS[attempts - 1] ?? LATER_WAIT_MS, retryAfter(retryAfterMs));
}
