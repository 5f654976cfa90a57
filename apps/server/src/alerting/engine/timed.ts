// The alerts that time or polls can change without a new reading, by instance. With a hundred instances most are about those that were
// not polled, and are looked at once a second.
import type { Evaluation } from './evaluation.ts';
import type { Tracked } from './tracked.ts';

export function createTimed(first: Iterable<Tracked>) {
  const byInstance = new Map<string, Set<Tracked>>();
  /** Where each of them is, because an alert may move to another instance. */
  const places = new Map<Tracked, string>();
  /** Those that time alone may change. Most of the others are bad and not confirmed, and wait for another answer of their instance. */
  const byTime = new Set<Tracked>();
  /** Those that were considered since the evaluation began. */
  const considered = new Set<Tracked>();

  const remove = (tracked: Tracked) => {
    const place = places.get(tracked);
    if (place === undefined) return;
    places.delete(tracked);
    considered.delete(tracked);
    byTime.delete(tracked);
    const own = byInstance.get(place);
    own?.delete(tracked);
    if (own?.size === 0) byInstance.delete(place);
  };
  const add = (tracked: Tracked, isByTime: boolean) => {
    const isThere = places.get(tracked) === tracked.instanceId;
    if (!isThere) remove(tracked);
    considered.add(tracked);
    if (isByTime) byTime.add(tracked);
    else byTime.delete(tracked);
    if (isThere) return;
    places.set(tracked, tracked.instanceId);
    const own = byInstance.get(tracked.instanceId) ?? new Set();
    byInstance.set(tracked.instanceId, own.add(tracked));
  };
  for (const tracked of first) add(tracked, true);
  const isYielded = (tracked: Tracked, instances: Evaluation['instances']): boolean =>
    instances ? instances.has(tracked.instanceId) : byTime.has(tracked);

  return {
    add,
    remove,
    /** An evaluation begins. */
    begin: () => considered.clear(),
    /** Those of the instances whose polls led to the evaluation, or all that time may change; and those that were considered in it. */
    *concerned(evaluation: Evaluation): Generator<Tracked> {
      const { instances } = evaluation;
      if (instances) for (const id of instances) yield* byInstance.get(id) ?? [];
      else yield* byTime;
      for (const tracked of considered)
        if (tracked.evaluation === evaluation.number && !isYielded(tracked, instances)) yield tracked;
    },
  };
}
