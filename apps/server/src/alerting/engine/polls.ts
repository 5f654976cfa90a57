// The results of the polls of each instance that the alerts need.
import type { Observation } from '@belfry/schema/messages/observation';

/**
 * `askedAt`: when the poll began, on the monotonic clock. `at`: when it ended, epoch ms. `lists`: the lists that it delivered. `completes` are
 * lists of another poll to whose entities it adds something.
 */
export interface FinishedPoll {
  instanceId: string;
  poll: string;
  essential: boolean;
  ok: boolean;
  askedAt: number;
  at: number;
  lists: readonly string[];
  completes?: readonly string[];
}

export const finishedPollOf = ({
  instance,
  poll,
  essential,
  outcome,
  monotonic,
  tookMs,
  at,
}: Observation): FinishedPoll => ({
  instanceId: instance.id,
  poll,
  essential,
  ok: outcome.ok,
  askedAt: monotonic - tookMs,
  at,
  lists: outcome.ok ? Object.keys(outcome.value.slices) : [],
  ...(outcome.ok && outcome.value.temperatures && { completes: ['nodes'] }),
});

/** The last answer of a poll about a list. `at` epoch ms. */
export interface Answered {
  poll: string;
  list: string;
  at: number;
}

export type Polls = ReturnType<typeof createPolls>;

interface Counted {
  good: number;
  tried: number;
  lists: Set<string>;
  /** By list and poll. */
  answers: Map<string, Map<string, number>>;
}

const NEVER = Number.NEGATIVE_INFINITY;

export function createPolls() {
  const instances = new Map<string, Counted>();
  const answered = ({ answers }: Counted, { poll, at }: FinishedPoll, list: string) => {
    const polls = answers.get(list) ?? new Map<string, number>();
    answers.set(list, polls.set(poll, at));
  };
  return {
    note(finished: FinishedPoll) {
      const { instanceId, essential, ok, askedAt, lists, completes = [] } = finished;
      const counted = instances.get(instanceId) ?? {
        good: NEVER,
        tried: NEVER,
        lists: new Set(),
        answers: new Map(),
      };
      instances.set(instanceId, counted);
      for (const list of lists) {
        counted.lists.add(list);
        answered(counted, finished, list);
      }
      for (const list of completes) answered(counted, finished, list);
      if (!essential) return;
      // A failure is information about the instance, too.
      answered(counted, finished, 'instances');
      counted.tried = Math.max(counted.tried, askedAt);
      if (ok) counted.good = Math.max(counted.good, askedAt);
    },
    /** When the newest good answer, or the newest answer of any kind, was asked for, on the monotonic clock. Essential polls only. */
    lastGood: (instanceId: string): number => instances.get(instanceId)?.good ?? NEVER,
    lastTry: (instanceId: string): number => instances.get(instanceId)?.tried ?? NEVER,
    /** Whether the instance has delivered this list since the start. */
    hasDelivered: (instanceId: string, list: string): boolean => instances.get(instanceId)?.lists.has(list) ?? false,
    /** The last good answers of all its polls about these lists, newest first. Since the start. */
    answers(instanceId: string, lists: readonly string[]): readonly Answered[] {
      const answers = instances.get(instanceId)?.answers;
      return lists
        .flatMap((list) => [...(answers?.get(list) ?? [])].map(([poll, at]): Answered => ({ poll, list, at })))
        .sort((a, b) => b.at - a.at);
    },
    forget: (instanceId: string) => void instances.delete(instanceId),
  };
}
