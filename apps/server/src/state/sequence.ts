// Which observations of one instance are new, whatever way they came and in which order.
import type { Observation } from '@belfry/schema/messages/observation';

export interface Sequence {
  /** Remembers the number. False when this poll has reached or passed it before, in the same run. */
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
