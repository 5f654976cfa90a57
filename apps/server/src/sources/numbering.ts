// Numbers all observations of this process in the order in which the sources emit them.
import { randomUUID } from 'node:crypto';
import type { Observation } from '@belfry/schema/messages/observation';
import type { Observe } from './source.ts';

/** What this process polls itself was never assigned to another program. */
const OWN_EPOCH = 0;

export function numbered(observe: (observation: Observation) => void): Observe {
  const run = randomUUID();
  let sequence = 0;
  return (emitted) => observe({ ...emitted, epoch: OWN_EPOCH, run, sequence: ++sequence });
}
