// What may hold a notice back, in the order in which it is asked and shown.
import type { Candidate, Held, Situation, Stage } from './situation.ts';
import { acknowledged } from './stages/acknowledged.ts';
import { caused } from './stages/caused.ts';
import { flapping } from './stages/flapping.ts';
import { ownHours } from './stages/own-hours.ts';
import { paced } from './stages/paced.ts';
import { quietHours } from './stages/quiet-hours.ts';
import { routed } from './stages/routed.ts';
import { silenced } from './stages/silenced.ts';

const stages: readonly Stage[] = [acknowledged, flapping, silenced, caused, routed, quietHours, ownHours, paced];
/** The end of an alert waits only for a time at which messages are welcome. */
const stagesOfEnds: readonly Stage[] = [quietHours, ownHours];

export function heldBackBy(candidate: Candidate, situation: Situation): Held | undefined {
  for (const stage of candidate.kind === 'resolved' ? stagesOfEnds : stages) {
    const held = stage(candidate, situation);
    if (held) return held;
  }
  return undefined;
}
