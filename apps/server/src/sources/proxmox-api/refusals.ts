// Pauses after refused credentials, because hosts lock accounts and log each failed login.
import { backoffMs } from '@belfry/domain/backoff';
import type { SourceError } from '@belfry/schema/messages/observation';
import type { Clock } from '../../lib/clock.ts';

const FIRST_REST_MS = 120_000;
const LONGEST_REST_MS = 3_600_000;

/** 2, 4, 8 … 60 minutes after the first, second, third … refusal in a row. */
export const restMs = (refusals: number): number => backoffMs(refusals, FIRST_REST_MS, LONGEST_REST_MS);

export type Refusals = ReturnType<typeof createRefusals>;

export function createRefusals(clock: Clock) {
  let inARow = 0;
  let rest: { error: SourceError; until: number } | undefined;
  const resting = () => (rest && clock.monotonic() < rest.until ? rest.error : undefined);
  return {
    /** The last refusal, if it is too early to try again. */
    resting,
    /**
     * Starts a pause and adds the time of the next try to the error. Calls that are refused during a pause do not count
     * again.
     */
    note(error: SourceError): SourceError {
      const known = resting();
      if (known) return known;
      const ms = restMs(++inARow);
      rest = { error: { ...error, retryAt: clock.now() + ms }, until: clock.monotonic() + ms };
      return rest.error;
    },
    /** The credentials were accepted. */
    forget() {
      inARow = 0;
      rest = undefined;
    },
  };
}
