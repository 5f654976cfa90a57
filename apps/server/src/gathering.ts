// Observations that arrive while much is going on wait for each other, so that everything is looked at once for all of them.
import type { Observation } from '@belfry/schema/messages/observation';
import type { Cancel, Clock } from './lib/clock.ts';

/** For each millisecond that the last settling took, the next one waits this many: settling takes a tenth of the time. */
const REST = 9;
/**
 * Nothing else goes on while it settles, so there must not be much to settle at once. A settling that takes longer is followed by as long a
 * rest: half of the time is left for what arrives.
 */
const LONGEST_MS = 250;

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

  const put = (observation: Observation) => {
    const { instance, poll } = observation;
    const own = taken.get(instance.id) ?? new Set<string>();
    const waiting = held.get(instance.id);
    if (waiting) waiting.push(observation);
    else if (own.has(poll)) held.set(instance.id, [observation]);
    else {
      take(observation);
      taken.set(instance.id, own.add(poll));
    }
  };
  const release = () => {
    const next = [...held.values()].flat();
    held.clear();
    for (const observation of next) put(observation);
  };
  const settleLater = () => {
    cancel ??= clock.after(restUntil - clock.monotonic(), now);
  };

  /** Afterwards nothing is taken that is not settled. */
  const now = () => {
    cancel?.();
    cancel = undefined;
    // What was held is taken as soon as it can be, also while other instances speak all the time.
    if (held.size > 0) release();
    if (taken.size === 0) return;
    taken.clear();
    const began = clock.monotonic();
    try {
      settle();
    } finally {
      const ended = clock.monotonic();
      const took = ended - began;
      restUntil = ended + Math.max(took, Math.min(LONGEST_MS, REST * took));
      if (held.size > 0) settleLater();
    }
  };

  return {
    add(observation: Observation) {
      put(observation);
      if (isResting()) settleLater();
      else now();
    },
    /** Settles what was taken, and of what was held the next answers. */
    now,
    /** Settles everything that has arrived. */
    all() {
      while (taken.size + held.size > 0) now();
    },
  };
}
