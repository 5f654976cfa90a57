// What may hold a notice back, in the order in which it is asked and shown.
import { unguarded } from '../../lib/parts.ts';
import type { Candidate, Held, Situation, Stage, Stages } from './situation.ts';
import { acknowledged } from './stages/acknowledged.ts';
import { caused } from './stages/caused.ts';
import { flapping } from './stages/flapping.ts';
import { itself } from './stages/itself.ts';
import { ownHours } from './stages/own-hours.ts';
import { paced } from './stages/paced.ts';
import { quietHours } from './stages/quiet-hours.ts';
import { routed } from './stages/routed.ts';
import { silenced } from './stages/silenced.ts';

export const stages: Stages = {
  ofAlerts: [itself, acknowledged, flapping, silenced, caused, routed, quietHours, ownHours, paced],
  // The end of an alert waits only for a time at which messages are welcome.
  ofEnds: [quietHours, ownHours],
};

export function heldBackBy(candidate: Candidate, situation: Situation): Held | undefined {
  const { ofAlerts, ofEnds } = situation.stages ?? stages;
  for (const stage of candidate.kind === 'resolved' ? ofEnds : ofAlerts) {
    const held = heldBy(stage, candidate, situation);
    if (held) return held;
  }
  return undefined;
}

/** A stage that throws again and again holds nothing back: a message too many is better than one that is never sent. */
function heldBy(stage: Stage, candidate: Candidate, situation: Situation): Held | undefined {
  const { tolerated, guarded = unguarded } = situation;
  const part = `what holds notifications back: ${stage.name}`;
  const held = guarded<Held | undefined | typeof FAULT>(part, () => stage(candidate, situation), FAULT);
  if (held !== FAULT) return held;
  const error = new Error(`${part} threw`);
  if (!tolerated) throw error;
  tolerated.push(error);
  return undefined;
}
const FAULT = Symbol('it threw');
