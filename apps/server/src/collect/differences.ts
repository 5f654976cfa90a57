// The end of a line that tells: of each observation only what differs from what the line has said about its instance.
import { diffList } from '@belfry/domain/delta/diff';
import { sorted } from '@belfry/domain/delta/sorted';
import type { ListChanges } from '@belfry/schema/collect/changes';
import type { CollectUp } from '@belfry/schema/collect/up';
import type { Findings, Observation } from '@belfry/schema/messages/observation';

interface Entity {
  id: string;
}

/** What was said about an instance, and in how many messages. */
interface Told {
  number: number;
  lists: Map<string, readonly Entity[]>;
}

export interface Differences {
  /** The messages that say the observation. They must be sent in this order, and before those of the next one. */
  of(observation: Observation, ageMs: number): CollectUp[];
  /** The other end knows nothing, of this instance or of any. */
  forget(instance?: string): void;
  /** Nothing more is said about others. */
  keep(instances: ReadonlySet<string>): void;
}

/** More new entities go in parts, because no message may be longer than `MAX_FRAME_BYTES`. */
const PART = 2000;

/** The lists of findings, with their counters as one more. */
export function listsOf({ slices, counters }: Findings): [name: string, entities: readonly Entity[]][] {
  const lists: [string, readonly Entity[]][] = Object.entries(slices).map(([name, list]) => [
    name,
    sorted<Entity>(list),
  ]);
  if (!counters) return lists;
  return [...lists, ['counters', sorted(Object.entries(counters).map(([id, own]) => ({ id, ...own })))]];
}

export function createDifferences(): Differences {
  const told = new Map<string, Told>();
  return {
    of({ at: _, monotonic: __, outcome, ...observation }, ageMs) {
      const { id } = observation.instance;
      const own = told.get(id) ?? { number: 0, lists: new Map() };
      told.set(id, own);
      const observed = (said: Extract<CollectUp, { type: 'observation' }>['observation']['outcome']): CollectUp => ({
        ...{ type: 'observation', ageMs, number: ++own.number },
        observation: { ...observation, outcome: said },
      });
      if (!outcome.ok) return [observed(outcome)];
      const parts: CollectUp[] = [];
      const lists: Record<string, ListChanges> = {};
      for (const [name, list] of listsOf(outcome.value)) {
        const changes = (diffList(own.lists.get(name) ?? [], list) ?? {}) as ListChanges;
        own.lists.set(name, list);
        for (; changes.put && changes.put.length > PART; changes.put = changes.put.slice(PART)) {
          const put = changes.put.slice(0, PART);
          parts.push({ type: 'part', instance: id, number: ++own.number, lists: { [name]: { put } } });
        }
        lists[name] = changes;
      }
      const { slices: ___, counters: ____, ...rest } = outcome.value;
      return [...parts, observed({ ok: true, value: { ...rest, lists } })];
    },
    forget(instance) {
      if (instance === undefined) told.clear();
      else told.delete(instance);
    },
    keep(instances) {
      for (const id of told.keys()) if (!instances.has(id)) told.delete(id);
    },
  };
}
