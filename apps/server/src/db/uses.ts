// The time of the last use of a session or token. It is kept in memory, and written from time to time.
import type { ChangingRows } from './kept.ts';
import type { Scope, Work } from './scope.ts';

export interface Uses {
  note(id: string, at: number): void;
  /** The last use that is not written yet. Undefined: the written one is the newest. */
  of(id: string): number | undefined;
  /** `write` returns whether it succeeded. If not, the uses are kept for the next time. */
  flush(write: (used: ReadonlyMap<string, number>) => Promise<boolean>): Promise<void>;
}

export function createUses(): Uses {
  const unwritten = new Map<string, number>();
  return {
    note: (id, at) => void unwritten.set(id, at),
    of: (id) => unwritten.get(id),
    async flush(write) {
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
