// The end of an alert is told to all that were told of it, and to nobody else, even if the routing has changed since.
import type { Destination } from '../destination.ts';
import type { Candidate, Ending } from './situation.ts';

/** Undefined: the destination does not want to know. */
export function resolutionOf(ending: Ending, destination: Destination): Candidate | undefined {
  if (!destination.enabled || !destination.resolutions) return undefined;
  const { alert, telling } = ending;
  return { kind: 'resolved', destination, alert, occurrence: telling.occurrence, startedAt: 0, telling, ending };
}
