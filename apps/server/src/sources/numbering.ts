// Numbers all observations of this process in the order in which the sources emit them.
import { randomUUID } from 'node:crypto';
import type { Observation } from '@belfry/schema/messages/observation';
import type { Observe } from './source.ts';

/** `epochOf`: the epoch of an instance. Default: it was never assigned to another program. */
export function numbered(
  observe: (observation: Observation) => void,
  epochOf: (instance: string) => number = () => 0,
): Observe {
  const run = randomUUID();
  let sequence = 0;
  return (emitted) => observe({ ...emitted, epoch: epochOf(emitted.instance.id), run, sequence: ++sequence });
}
