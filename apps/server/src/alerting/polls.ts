// The polls of each instance, as far as alerts count them.
import type { Observation } from '@belfry/schema/messages/observation';

/** `askedAt`: when the poll began, on the monotonic clock. `lists` are those it delivered. */
export interface Heard {
  instanceId: string;
  essential: boolean;
  ok: boolean;
  askedAt: number;
  lists: readonly string[];
}

export const heardFrom = ({ instance, essential, outcome, monotonic, tookMs }: Observation): Heard => ({
  instanceId: instance.id,
  essential,
  ok: outcome.ok,
  askedAt: monotonic - tookMs,
  lists: outcome.ok ? Object.keys(outcome.value.slices) : [],
});

export interface Polls {
  note(heard: Heard): void;
  /** When the newest good answer, or the newest answer of any kind, was asked for, on the monotonic clock. Essential polls only. */
  lastGood(instanceId: string): number;
  lastTry(instanceId: string): number;
  /** Whether the instance has delivered this list since the start. */
  hasDelivered(instanceId: string, list: string): boolean;
  forget(instanceId: string): void;
}

interface Counted {
  good: number;
  tried: number;
  lists: Set<string>;
}

const NEVER = Number.NEGATIVE_INFINITY;

export function createPolls(): Polls {
  const instances = new Map<string, Counted>();
  return {
    note({ instanceId, essential, ok, askedAt, lists }) {
      const counted = instances.get(instanceId) ?? { good: NEVER, tried: NEVER, lists: new Set() };
      instances.set(instanceId, counted);
      for (const list of lists) counted.lists.add(list);
      if (!essential) return;
      counted.tried = Math.max(counted.tried, askedAt);
      if (ok) counted.good = Math.max(counted.good, askedAt);
    },
    lastGood: (instanceId) => instances.get(instanceId)?.good ?? NEVER,
    lastTry: (instanceId) => instances.get(instanceId)?.tried ?? NEVER,
    hasDelivered: (instanceId, list) => instances.get(instanceId)?.lists.has(list) ?? false,
    forget: (instanceId) => void instances.delete(instanceId),
  };
}
