// Which observations of a collector are taken: only those of the instances it was given, and only with entities of that instance. A collector
// may be in the hands of somebody else.
import type { Observation } from '@belfry/schema/messages/observation';

export type Refusal = 'not assigned' | 'old assignment' | 'foreign entity';

export interface AdmissionDeps {
  /** The epoch and the name of the instance, if this collector polls it. */
  assigned(instance: string): { epoch: number; name: string } | undefined;
  /** The ids of all instances, also of other sites. */
  instances(): readonly string[];
}

type Sent = Pick<Observation, 'instance' | 'epoch' | 'outcome'>;

/** An id may begin with the id of an instance and one of these. */
const isBelow = (id: string, instance: string): boolean =>
  id === instance || (id.startsWith(instance) && /^[-/:]/.test(id.slice(instance.length)));

/** Undefined: it is taken. */
export function refusalOf({ instance, epoch, outcome }: Sent, deps: AdmissionDeps): Refusal | undefined {
  const assigned = deps.assigned(instance.id);
  if (assigned === undefined) return 'not assigned';
  if (assigned.epoch !== epoch) return 'old assignment';
  if (!outcome.ok) return undefined;
  // `a` and `a-b` may both be instances: then `a-b-100` belongs to the longer one.
  const longer = deps.instances().filter((other) => other !== instance.id && isBelow(other, instance.id));
  // Backups on a backup server have the name of their instance there, because clients expect it.
  const own = new Set([undefined, instance.id, assigned.name]);
  const isOwn = ({ id, instance: of }: { id: string; instance?: string }): boolean =>
    own.has(of) && isBelow(id, instance.id) && !longer.some((other) => isBelow(id, other));
  const lists = Object.values(outcome.value.slices) as (readonly { id: string; instance?: string }[])[];
  return lists.every((list) => list.every(isOwn)) ? undefined : 'foreign entity';
}
