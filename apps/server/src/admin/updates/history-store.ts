// The versions that ran on this database.
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { type Database, transaction } from '../../db/open.ts';
import { query } from '../../db/query.ts';

const Row = z.object({
  id: z.string(),
  at: z.number(),
  versionFrom: z.string(),
  versionTo: z.string(),
  deployment: z.string(),
});
/** `at` epoch ms. `versionFrom` is empty for the first version of all. */
export type VersionChange = z.infer<typeof Row>;

export interface HistoryStore {
  /** Writes down that this version starts, if it was another one before; true when it was. */
  started(version: string, deployment: string, at: number): boolean;
  /** Newest first, without the first version of all, which replaced none. */
  list(limit: number): VersionChange[];
  get(id: string): VersionChange | undefined;
}

export function createHistoryStore(db: Database): HistoryStore {
  const columns = 'id, at, version_from AS versionFrom, version_to AS versionTo, deployment';
  const latest = query(db, Row, `SELECT ${columns} FROM version_changes ORDER BY n DESC LIMIT 1`);
  const list = query(
    db,
    Row,
    `SELECT ${columns} FROM version_changes WHERE version_from <> '' ORDER BY n DESC LIMIT ?`,
  );
  const one = query(db, Row, `SELECT ${columns} FROM version_changes WHERE version_from <> '' AND id = ?`);
  const insert = db.prepare(
    'INSERT INTO version_changes (id, at, version_from, version_to, deployment) VALUES (?, ?, ?, ?, ?)',
  );
  return {
    started: (version, deployment, at) =>
      transaction(db, () => {
        const before = latest.get()?.versionTo ?? '';
        if (before === version) return false;
        insert.run(randomUUID(), at, before, version, deployment);
        return before !== '';
      }),
    list: (limit) => list.all(limit),
    get: (id) => one.get(id),
  };
}
