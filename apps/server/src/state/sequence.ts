// Decides which observations of one instance are new. They may arrive in any order, more than once, and from programs that no longer poll it.
import type { Observation } from '@belfry/schema/messages/observation';

type Order = Pick<Observation, 'epoch' | 'run' | 'sequence' | 'poll'>;

/** A program that is restarted this often within one assignment has no observation of the first run on its way any more. */
const MAX_FORMER_RUNS = 1000;

export function createSequence() {
  let current: Pick<Observation, 'epoch' | 'run'> | undefined;
  const former = new Set<string>();
  const last = new Map<string, number>();

  /** A run that was not seen before is the current one from now on. The run before it is over, and a higher epoch ends all runs before it. */
  const begin = ({ epoch, run }: Order) => {
    if (current?.epoch === epoch) former.add(current.run);
    else former.clear();
    for (const oldest of former) {
      if (former.size <= MAX_FORMER_RUNS) break;
      former.delete(oldest);
    }
    last.clear();
    current = { epoch, run };
  };

  return {
    /**
     * Stores the number of the observation. False when it is not newer than what was accepted: its assignment or its run is over, or its poll
     * had this number or a higher one in the same run.
     */
    pass(observation: Order): boolean {
      const { epoch, run, sequence, poll } = observation;
      if (current && epoch < current.epoch) return false;
      const isCurrent = current?.epoch === epoch && current.run === run;
      if (!isCurrent && current?.epoch === epoch && former.has(run)) return false;
      if (!isCurrent) begin(observation);
      if (sequence <= (last.get(poll) ?? Number.NEGATIVE_INFINITY)) return false;
      last.set(poll, sequence);
      return true;
    },
  };
}
