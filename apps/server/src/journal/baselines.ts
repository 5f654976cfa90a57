// States of configurations that were agreed, and what of them is not so any more. They are compared when the journal has a new entry about
// their instance, so what cannot be read changes nothing.
import { leftOf, namesOf, type ReadPart } from '@belfry/domain/journal/left-baseline';
import type { AgreedState, Baseline } from '@belfry/schema/journal/baseline';
import type { Difference } from '@belfry/schema/journal/comparison';
import type { BaselinesStore } from '../db/baselines-store.ts';
import type { GuardedTask } from '../lib/parts.ts';
import type { Journal } from './journal.ts';

export interface BaselinesDeps {
  store: BaselinesStore;
  journal: Pick<Journal, 'known' | 'page' | 'changed'>;
  guardedTask: GuardedTask;
  /** Some have left their state, or have come back to it. */
  changed(): void;
}

export type Baselines = ReturnType<typeof createBaselines>;

const PART = 'an agreed configuration';
const ALL = 'the agreed configurations';

/** As the journal has read them: each under its own id. */
export async function readParts(journal: Pick<Journal, 'known'>, instance: string, id: string): Promise<ReadPart[]> {
  const rows = await journal.known(instance, id);
  return rows.map(({ resource, about, kind, name, settings, shape }) => ({
    ...{ id: resource, about: about || resource, kind, name, settings, ...(shape !== undefined && { shape }) },
  }));
}

export function createBaselines({ store, journal, guardedTask, changed }: BaselinesDeps) {
  const found = new Map<string, Pick<Baseline, 'left' | 'count'>>();
  let shown: readonly Baseline[] = [];
  let last: Promise<unknown> = Promise.resolve();

  function show(): void {
    const next = store
      .list()
      .map(({ parts: _, ...about }): Baseline => ({ ...about, count: 0, ...found.get(about.id) }));
    if (JSON.stringify(next) === JSON.stringify(shown)) return;
    shown = next.sort((a, b) => (a.id < b.id ? -1 : 1));
    changed();
  }

  async function differences(agreed: AgreedState): Promise<Difference[] | undefined> {
    const { id, instance, agreedAt } = agreed;
    const hasEntry = async (resource: string, event: 'created' | 'removed') => {
      const { entries } = await journal.page({ resource, from: Date.parse(agreedAt) }, 100);
      return entries.some((each) => each.resource === resource && each.event === event);
    };
    return leftOf(agreed, await readParts(journal, instance, id), hasEntry);
  }

  /** Those of one instance, or all. What fails for one leaves it as it was. */
  function review(instance?: string): void {
    const work = async () => {
      for (const agreed of store.list()) {
        if (instance !== undefined && agreed.instance !== instance) continue;
        const left = await guardedTask(PART, () => differences(agreed), undefined);
        if (left) found.set(agreed.id, namesOf(agreed.id, left));
      }
      show();
    };
    last = last.then(() => guardedTask(ALL, work, undefined));
  }
  journal.changed(review);
  review();

  return {
    all: (): Baseline[] => shown as Baseline[],
    get: store.get,
    count: (): number => store.list().length,
    differences,
    async agree(agreed: AgreedState): Promise<Baseline> {
      await store.put(agreed);
      const { parts: _, ...about } = agreed;
      const baseline = { ...about, left: [], count: 0 };
      found.set(agreed.id, { left: [], count: 0 });
      show();
      return baseline;
    },
    async remove(id: string): Promise<void> {
      await store.remove(id);
      found.delete(id);
      show();
    },
    /** An instance was removed from the configuration, and what was agreed of it with it. */
    forget(instance: string): void {
      const work = async () => {
        for (const agreed of store.list()) if (agreed.instance === instance) await store.remove(agreed.id);
        show();
      };
      last = last.then(() => guardedTask(ALL, work, undefined));
    },
    stop: (): Promise<unknown> => last,
  };
}
