// The time of the last use of a session or token. It is kept in memory, and written from time to time.
import type { ChangingRows } from './kept.ts';
import type { Scope, Work } from './scope.ts';

export type Uses = ReturnType<typeof createUses>;

export function createUses() {
  const unwritten = new Map<string, number>();
  return {
    note: (id: string, at: number) => void unwritten.set(id, at),
    /** The last use that is not written yet. Undefined: the written one is the newest. */
    of: (id: string): number | undefined => unwritten.get(id),
    /** `write` returns whether it succeeded. If not, the uses are kept for the next time. */
    async flush(write: (used: ReadonlyMap<string, number>) => Promise<boolean>) {
      const used = new Map(unwritten);
      if (used.size === 0 || !(await write(used))) return;
      for (const [id, at] of used) if (unwritten.get(id) === at) unwritten.delete(id);
    },
  };
}

/** Writes the uses into the rows that still exist. */
export const saveUses = <Row extends { lastUsedAt: number | null }>(
  scope: Pick<Scope, 'attempt' | 'write'>,
  uses: Uses,
  rowsOf: (tables: Work) => ChangingRows<Row>,
): Promise<void> =>
  uses.flush((used) =>
    scope.attempt(() =>
      scope.write(async (tables) => {
        const rows = rowsOf(tables);
        for (const [id, lastUsedAt] of used) {
          const row = rows.get(id);
          if (row) await rows.update({ ...row, lastUsedAt });
        }
      }),
    ),
  );
