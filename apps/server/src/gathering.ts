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
 * Each observation is taken at once, in the order of arrival. While nothing else is going on it is also settled at once. Each answer of a poll
 * counts, so one that comes before the last one is settled is held, with all that the instance says after it.
 */
export function createGathering({ take, settle, clock }: GatheringDeps) {
  /** By instance: the polls of the observations that were taken and not settled. */
  const taken = new Map<string, Set<string>>();
  const held = new Map<string, Observation[]>();
  let restUntil = Number.NEGATIVE_INFINITY;
  let cancel: Cancel | undefined;
  const isResting = () => clock.monotonic() < restUntil;

  const now = () => {
    cancel?.();
    cancel = undefined;
    if (taken.size === 0) return;
    taken.clear();
    const began = clock.monotonic();
    try {
      settle();
    } finally {
      const ended = clock.monotonic();
      restUntil = ended + Math.min(LONGEST_MS, REST * (ended - began));
      const next = [...held.values()].flat();
      held.clear();
      for (const observation of next) add(observation);
    }
  };

  const add = (observation: Observation) => {
    const { instance, poll } = observation;
    const own = taken.get(instance.id) ?? new Set<string>();
    const waiting = held.get(instance.id);
    if (waiting) waiting.push(observation);
    else if (own.has(poll)) held.set(instance.id, [observation]);
    else {
      take(observation);
      taken.set(instance.id, own.add(poll));
    }
    if (!isResting()) now();
    else cancel ??= clock.after(restUntil - clock.monotonic(), now);
  };

  return {
    add,
    /** Settles what was taken. */
    now,
    /** Settles everything that has arrived. */
    all() {
      while (taken.size > 0) now();
    },
  };
}
