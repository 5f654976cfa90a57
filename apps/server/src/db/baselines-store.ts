// States of configurations that were agreed: in memory, because they are compared with each change of their instance.
import { AgreedState } from '@belfry/schema/journal/baseline';
import { json } from './query.ts';
import type { Scope } from './scope.ts';
import type { Rows } from './tables.ts';

export type BaselinesStore = ReturnType<typeof createBaselinesStore>;

const Stored = json.pipe(AgreedState);

export function createBaselinesStore({ memory, write }: Scope) {
  return {
    list: (): AgreedState[] => memory.baselines.list().map(agreedOf),
    get(id: string): AgreedState | undefined {
      const row = memory.baselines.get(id);
      return row && agreedOf(row);
    },
    /** Replaces the one with the same id. */
    put: (agreed: AgreedState): Promise<void> =>
      write(({ baselines }) => baselines.put({ id: agreed.id, agreed: JSON.stringify(agreed) })),
    remove: (id: string): Promise<boolean> => write(({ baselines }) => baselines.remove(id)),
  };
}

const known = new WeakMap<Rows['baselines'], AgreedState>();
function agreedOf(row: Rows['baselines']): AgreedState {
  const agreed = known.get(row) ?? Stored.parse(row.agreed);
  known.set(row, agreed);
  return agreed;
}
