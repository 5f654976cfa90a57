// The observations that wait for the line. The last one of each poll is kept, also after it was sent: a new line starts with all of them.
// A slow line gets the newest of each poll, and never a queue of old ones.
import type { Observation } from '@belfry/schema/messages/observation';

interface Kept {
  observation: Observation;
  /** On a clock that also runs while the program is stopped, ms. */
  since: number;
}

export interface Waiting {
  put(observation: Observation): void;
  /** The next one to send, and how old it is; undefined when none waits. */
  next(): { observation: Observation; ageMs: number } | undefined;
  /**
   * All wait again, or those of one instance: the other end does not have them. The newest is the first, because some polls tell the same
   * list, and nobody may be shown the older one meanwhile.
   */
  again(instance?: string): void;
  /** Only these instances are polled any more. */
  keep(instances: ReadonlySet<string>): void;
  count(): number;
}

export function createWaiting(now: () => number): Waiting {
  const last = new Map<string, Kept>();
  /** In the order in which they came. */
  const unsent = new Set<string>();
  const keyOf = ({ instance, poll }: Observation) => `${instance.id} ${poll}`;
  return {
    put(observation) {
      const key = keyOf(observation);
      last.set(key, { observation, since: now() });
      unsent.add(key);
    },
    next() {
      const [key] = unsent;
      if (key === undefined) return undefined;
      unsent.delete(key);
      const kept = last.get(key);
      return kept && { observation: kept.observation, ageMs: Math.max(0, now() - kept.since) };
    },
    again(instance) {
      const newestFirst = [...last].sort(([, a], [, b]) => b.since - a.since);
      for (const [key, { observation }] of newestFirst) {
        if (instance !== undefined && observation.instance.id !== instance) continue;
        unsent.delete(key);
        unsent.add(key);
      }
    },
    keep(instances) {
      for (const [key, { observation }] of last) {
        if (instances.has(observation.instance.id)) continue;
        last.delete(key);
        unsent.delete(key);
      }
    },
    count: () => unsent.size,
  };
}
