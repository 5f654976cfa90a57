// The end of an alert is sent to all destinations that were notified about it, and to no other, even if the routing has changed since.
import type { Destination } from '../destination.ts';
import type { Candidate, Ending } from './situation.ts';

/** Undefined: the destination does not want ends. */
export function resolutionOf(ending: Ending, destination: Destination): Candidate | undefined {
  if (!destination.enabled || !destination.resolutions) return undefined;
  const { alert, notified } = ending;
  return { kind: 'resolved', destination, alert, occurrence: notified.occurrence, startedAt: 0, notified, ending };
}
