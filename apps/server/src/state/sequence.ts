// Decides which observations of one instance are new. They may arrive in any order.
import type { Observation } from '@belfry/schema/messages/observation';

export interface Sequence {
  /** Stores the number. False when this poll had the same or a later number before, in the same run of the process. */
  pass(observation: Pick<Observation, 'run' | 'sequence' | 'poll'>): boolean;
}

export function createSequence(): Sequence {
  const last = new Map<string, Pick<Observation, 'run' | 'sequence'>>();
  return {
    pass({ run, sequence, poll }) {
      const before = last.get(poll);
      if (before?.run === run && sequence <= before.sequence) return false;
      last.set(poll, { run, sequence });
      return true;
    },
  };
}
