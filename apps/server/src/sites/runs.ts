// Which run of a collector speaks for an instance. Two programs with the same keys may take the line in turns, and what one of them says first
// may be older than what the other has said.
import type { Observation } from '@belfry/schema/messages/observation';

/**
 * When an answer of the host arrived, on the monotonic clock of this server. How long it was on the line is not known, so it is known between
 * two times only.
 */
export interface Arrival {
  least: number;
  most: number;
}

export function createRuns() {
  let current: string | undefined;
  /** The lowest number of what was taken of the present run. Its higher numbers are newer. */
  let first = Number.POSITIVE_INFINITY;
  let newest = Number.NEGATIVE_INFINITY;
  /** Of the newest that any run before it has said. */
  let former = Number.NEGATIVE_INFINITY;

  return {
    /** False: it may be older than what another run has said. Any poll counts, because each tells what the others have found. */
    pass({ run, sequence }: Pick<Observation, 'run' | 'sequence'>, { least, most }: Arrival): boolean {
      const isCurrent = run === current;
      const bound = isCurrent ? former : newest;
      if (!(isCurrent && sequence > first) && least < bound) return false;
      if (!isCurrent) [current, former, first] = [run, newest, sequence];
      first = Math.min(first, sequence);
      newest = Math.max(newest, most);
      return true;
    },
  };
}
