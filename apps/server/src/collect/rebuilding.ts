// The end of a line that listens: makes whole observations of what differs from what was said before (`differences.ts`).
import { fail, ok, type Result } from '@belfry/domain/result';
import type { Lists } from '@belfry/schema/collect/changes';
import type { CollectUp } from '@belfry/schema/collect/up';
import type { Findings, Observation, TrafficCounters } from '@belfry/schema/messages/observation';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type * as z from 'zod';
import { checkedPatch, type Entity, isKnown } from './checked-patch.ts';

type Said = Extract<CollectUp, { type: 'observation' | 'part' }>;
export type Rebuilt = Omit<Observation, 'at' | 'monotonic'>;

/** What was said about an instance. `lost`: lists whose last changes could not be read. */
interface Heard {
  number: number;
  lists: Map<string, readonly Entity[]>;
  lost: Set<string>;
  isLost: boolean;
  bytes: number;
  askedAt: number;
}

export interface Rebuilding {
  /** Undefined: nothing to observe yet. Where it fails, the instance is asked to begin again. */
  take(said: Said): Result<Rebuilt | undefined, Sentence>;
  forget(instance: string): void;
}

/** What new entities and texts of one instance, and of all of one line, may take until it begins again: a hostile collector costs no more. */
const MAX_BYTES = 32 << 20;
const MAX_BYTES_OF_ALL = 4 * MAX_BYTES;
/** An observation that nobody can read is not asked for all the time. */
const ASK_MS = 60_000;

export function createRebuilding(again: (instance: string) => void, monotonic: () => number): Rebuilding {
  const heard = new Map<string, Heard>();
  const begin = (askedAt: number): Heard => ({
    ...{ number: 0, lists: new Map(), lost: new Set(), isLost: false, bytes: 0, askedAt },
  });
  const ask = (instance: string, own: Heard, problem: Sentence) => {
    if (monotonic() - own.askedAt >= ASK_MS) {
      own.askedAt = monotonic();
      again(instance);
    }
    return fail(problem);
  };

  function change(own: Heard, lists: z.infer<typeof Lists>): Sentence | undefined {
    let problem: Sentence | undefined;
    for (const [name, changes] of Object.entries(lists)) {
      if (!isKnown(name)) continue;
      own.bytes += sizeOf(changes);
      const next = own.lost.has(name)
        ? fail<Sentence>({ id: 'collect.lost' })
        : checkedPatch(name, own.lists.get(name) ?? [], changes);
      if (next.ok) own.lists.set(name, next.value);
      else {
        own.lost.add(name);
        own.lists.delete(name);
        problem ??= next.error;
      }
    }
    const all = heard.values().reduce((sum, { bytes }) => sum + bytes, 0);
    if (own.bytes <= MAX_BYTES && all <= MAX_BYTES_OF_ALL) return problem;
    [own.isLost, own.lists, own.bytes] = [true, new Map(), 0];
    return { id: 'collect.tooLarge', values: { limit: MAX_BYTES } };
  }

  return {
    take(said) {
      const instance = said.type === 'part' ? said.instance : said.observation.instance.id;
      const before = heard.get(instance) ?? begin(Number.NEGATIVE_INFINITY);
      const own = said.number === 1 ? begin(before.askedAt) : before;
      heard.set(instance, own);
      // Only a sender that repeats an observation sends the same number again.
      if (said.number > 1 && said.number <= own.number) return fail({ id: 'collect.repeated' });
      own.isLost ||= said.number !== own.number + 1;
      own.number = said.number;
      if (own.isLost) {
        own.lists.clear();
        return ask(instance, own, { id: 'collect.lost' });
      }
      if (said.type === 'part') {
        const problem = change(own, said.lists);
        return problem ? ask(instance, own, problem) : ok(undefined);
      }
      const { outcome, ...observation } = said.observation;
      if (!outcome.ok) return ok({ ...observation, outcome });
      const { lists, ...rest } = outcome.value;
      const problem = change(own, lists);
      if (problem) return ask(instance, own, problem);
      return ok({ ...observation, outcome: { ok: true, value: { ...rest, ...findingsOf(own, Object.keys(lists)) } } });
    },
    forget: (instance) => void heard.delete(instance),
  };
}

function findingsOf({ lists }: Heard, names: readonly string[]): Pick<Findings, 'slices' | 'counters'> {
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
