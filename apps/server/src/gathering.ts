// Observations that arrive while much is going on wait for each other, so that everything is looked at once for all of them.
import type { Observation } from '@belfry/schema/messages/observation';
import type { Cancel, Clock } from './lib/clock.ts';

/** For each millisecond that the last settling took, the next one waits this many: settling takes a fifth of the time at most. */
const REST = 4;
/** Polls are ten seconds apart and more, so nobody misses the moment. */
const LONGEST_MS = 1000;

export interface GatheringDeps {
  /** What must be done at once with an observation. */
  take(observation: Observation): void;
  /** Looks at everything, after one observation or several. */
  settle(): void;
  clock: Pick<Clock, 'monotonic' | 'after'>;
}

/**
 * Each observation is taken at once, in the order of arrival. While nothing else is going on it is also settled at once. A poll that answers a
 * second time is settled before that, because each of its answers counts.
 */
export function createGathering({ take, settle, clock }: GatheringDeps) {
  /** The polls of the observations that were taken and not settled. */
  const waiting = new Set<string>();
  let restUntil = Number.NEGATIVE_INFINITY;
  let cancel: Cancel | undefined;

  const now = () => {
    cancel?.();
    cancel = undefined;
    if (waiting.size === 0) return;
    waiting.clear();
    const began = clock.monotonic();
    try {
      settle();
    } finally {
      const ended = clock.monotonic();
      restUntil = ended + Math.min(LONGEST_MS, REST * (ended - began));
    }
  };

  return {
    add(observation: Observation) {
      const poll = `${observation.instance.id} ${observation.poll}`;
      if (waiting.has(poll)) now();
      take(observation);
      waiting.add(poll);
      const rest = restUntil - clock.monotonic();
      if (rest <= 0) now();
      else cancel ??= clock.after(rest, now);
    },
    /** Settles what waits. */
    now,
  };
}
