// What became of planned backups, noted while it was known: later a prune removes the backups, and the host its tasks.
import * as z from 'zod';
import type { Statements } from './backend.ts';

/** Epoch ms. `guest`: its id. `at`: for which time it was planned. `startedAt`: of the backup that it made. */
const KeptRun = z.object({
  guest: z.string(),
  job: z.string(),
  at: z.number(),
  result: z.enum(['ok', 'failed', 'damaged', 'missed']),
  startedAt: z
    .number()
    .nullable()
    .transform((at) => at ?? undefined),
});
export type KeptRun = z.infer<typeof KeptRun>;

export const runTables = `
CREATE TABLE runs (
  guest TEXT NOT NULL,
  job TEXT NOT NULL,
  at INTEGER NOT NULL,
  result TEXT NOT NULL,
  "startedAt" INTEGER,
  PRIMARY KEY (guest, job, at)
) STRICT, WITHOUT ROWID;
CREATE INDEX runs_by_time ON runs (at);
`;

export function runRows({ all, run }: Statements) {
  return {
    /** What was found before stays when a run seems to be missed now: its backup or its task may be gone. */
    async note({ guest, job, at, result, startedAt }: KeptRun): Promise<void> {
      await run(
        `INSERT INTO runs (guest, job, at, result, "startedAt") VALUES (?, ?, ?, ?, ?)
          ON CONFLICT (guest, job, at) DO UPDATE SET result = excluded.result, "startedAt" = excluded."startedAt"
          WHERE excluded.result <> 'missed'`,
        ...[guest, job, at, result, startedAt ?? null],
      );
    },
    /** `until` is not part of it. */
    async between(from: number, until: number): Promise<KeptRun[]> {
      const rows = await all('SELECT * FROM runs WHERE at >= ? AND at < ? ORDER BY at', from, until);
      return rows.flatMap((row) => KeptRun.safeParse(row).data ?? []);
    },
    prune: (before: number, step: number): Promise<number> =>
      run(
        'DELETE FROM runs WHERE (guest, job, at) IN (SELECT guest, job, at FROM runs WHERE at < ? ORDER BY at LIMIT ?)',
        ...[before, step],
      ),
  };
}
