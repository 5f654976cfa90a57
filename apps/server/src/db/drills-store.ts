// Restore tests that are handed out and watched: in memory, because the open ones are looked at every few seconds.
import { Drill } from '@belfry/schema/drill/drill';
import { json } from './query.ts';
import type { Scope } from './scope.ts';
import type { Rows } from './tables.ts';

/** The newest of so many are kept. */
const MOST = 5000;
const Stored = json.pipe(Drill);

export function createDrillsStore({ memory, write }: Scope) {
  const newestFirst = (): Rows['drills'][] => memory.drills.list().sort((a, b) => b.createdAt - a.createdAt);
  return {
    /** The newest first. */
    list: (): Drill[] => newestFirst().map(drillOf),
    get(id: string): Drill | undefined {
      const row = memory.drills.get(id);
      return row && drillOf(row);
    },
    /** Adds the drill, or replaces the one with the same id. */
    put: (drill: Drill): Promise<void> =>
      write(async ({ drills }) => {
        await drills.put({ id: drill.id, drill: JSON.stringify(drill), createdAt: Date.parse(drill.createdAt) });
        for (const { id } of newestFirst().slice(MOST)) await drills.remove(id);
      }),
  };
}

/** Plans of restore tests look at all of them again and again. */
const known = new WeakMap<Rows['drills'], Drill>();
function drillOf(row: Rows['drills']): Drill {
  const drill = known.get(row) ?? Stored.parse(row.drill);
  known.set(row, drill);
  return drill;
}
