// The end of a line that listens: makes whole observations of what differs from what was said before (`differences.ts`).
import { fail, ok, type Result } from '@belfry/domain/result';
import type { Lists } from '@belfry/schema/collect/changes';
import type { CollectUp } from '@belfry/schema/collect/up';
import type { Findings, Observation, TrafficCounters } from '@belfry/schema/messages/observation';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type * as z from 'zod';
import { checkedPatch, type Entity, isKnown } from './checked-patch.ts';

type Message = Extract<CollectUp, { type: 'observation' | 'part' }>;
export type Rebuilt = Omit<Observation, 'at' | 'monotonic'>;

/** What is known of an instance from its messages. `lost`: lists whose last changes could not be read. */
interface Copy {
  number: number;
  lists: Map<string, readonly Entity[]>;
  lost: Set<string>;
  isLost: boolean;
  bytes: number;
  askedAt: number;
}

export interface Rebuilding {
  /** Undefined: nothing to observe yet. Where it fails, the instance is asked to begin again. */
  take(message: Message): Result<Rebuilt | undefined, Sentence>;
  forget(instance: string): void;
}

/** What new entities and texts of one instance, and of all of one line, may take until it begins again: a hostile collector costs no more. */
const MAX_BYTES = 32 << 20;
const MAX_BYTES_OF_ALL = 4 * MAX_BYTES;
/** An observation that nobody can read is not asked for all the time. */
const ASK_MS = 60_000;

export function createRebuilding(askToBegin: (instance: string) => void, monotonic: () => number): Rebuilding {
  const copies = new Map<string, Copy>();
  const begin = (askedAt: number): Copy => ({
    ...{ number: 0, lists: new Map(), lost: new Set(), isLost: false, bytes: 0, askedAt },
  });
  const ask = (instance: string, copy: Copy, problem: Sentence) => {
    if (monotonic() - copy.askedAt >= ASK_MS) {
      copy.askedAt = monotonic();
      askToBegin(instance);
    }
    return fail(problem);
  };

  function change(copy: Copy, lists: z.infer<typeof Lists>): Sentence | undefined {
    let problem: Sentence | undefined;
    for (const [name, changes] of Object.entries(lists)) {
      if (!isKnown(name)) continue;
      copy.bytes += sizeOf(changes);
      const next = copy.lost.has(name)
        ? fail<Sentence>({ id: 'collect.lost' })
        : checkedPatch(name, copy.lists.get(name) ?? [], changes);
      if (next.ok) copy.lists.set(name, next.value);
      else {
        copy.lost.add(name);
        copy.lists.delete(name);
        problem ??= next.error;
      }
    }
    const all = copies.values().reduce((sum, { bytes }) => sum + bytes, 0);
    if (copy.bytes <= MAX_BYTES && all <= MAX_BYTES_OF_ALL) return problem;
    copy.isLost = true;
    copy.lists = new Map();
    copy.bytes = 0;
    return { id: 'collect.tooLarge', values: { limit: MAX_BYTES } };
  }

  return {
    take(message) {
      const instance = message.type === 'part' ? message.instance : message.observation.instance.id;
      const before = copies.get(instance) ?? begin(Number.NEGATIVE_INFINITY);
      const copy = message.number === 1 ? begin(before.askedAt) : before;
      copies.set(instance, copy);
      // Only a sender that repeats an observation sends the same number again.
      if (message.number > 1 && message.number <= copy.number) return fail({ id: 'collect.repeated' });
      copy.isLost ||= message.number !== copy.number + 1;
      copy.number = message.number;
      if (copy.isLost) {
        copy.lists.clear();
        return ask(instance, copy, { id: 'collect.lost' });
      }
      if (message.type === 'part') {
        const problem = change(copy, message.lists);
        return problem ? ask(instance, copy, problem) : ok(undefined);
      }
      const { outcome, ...observation } = message.observation;
      if (!outcome.ok) return ok({ ...observation, outcome });
      const { lists, ...rest } = outcome.value;
      const problem = change(copy, lists);
      if (problem) return ask(instance, copy, problem);
      const findings: Findings = { ...rest, ...findingsOf(copy, Object.keys(lists)) };
      return ok({ ...observation, handsOver: true, outcome: { ok: true, value: findings } });
    },
    forget: (instance) => void copies.delete(instance),
  };
}

function findingsOf({ lists }: Copy, names: readonly string[]): Pick<Findings, 'slices' | 'counters'> {
  const slices: Record<string, readonly Entity[]> = {};
  for (const name of names) if (name !== 'counters' && isKnown(name)) slices[name] = lists.get(name) ?? [];
  if (!names.includes('counters')) return { slices };
  // Any id is a key here. The entities are not copied for each observation, so their id is among the counters.
  const counters: NonNullable<Findings['counters']> = Object.create(null);
  for (const entity of lists.get('counters') ?? []) counters[entity.id] = entity as Entity & TrafficCounters;
  return { slices, counters };
}

/** About how many bytes of memory the changes may add. Numbers take the place of numbers. */
function sizeOf({ put = [], columns = [] }: z.infer<typeof Lists>[string]): number {
  let size = put.length === 0 ? 0 : JSON.stringify(put).length;
  for (const { to = [] } of columns)
    for (const value of to)
      if (typeof value === 'string' || typeof value === 'object') size += JSON.stringify(value).length;
  return size;
}
