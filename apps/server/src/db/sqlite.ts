// SQLite as a database of the stores.
import * as z from 'zod';
import type { Backend } from './backend.ts';
import type { Database } from './open.ts';
import { query } from './query.ts';
import { openSeparateFile, type SeparateFileOptions } from './separate-file.ts';
import { sqliteStatements } from './statements.ts';

const DataVersion = z.object({ data_version: z.number() });

export function createSqliteBackend(db: Database): Backend {
  const version = query(db, DataVersion, 'PRAGMA data_version');
  let seen = version.get()?.data_version;
  return {
    ...sqliteStatements(db),
    begin: async () => db.exec('BEGIN IMMEDIATE'),
    commit: async () => db.exec('COMMIT'),
    async rollback() {
      if (db.isTransaction) db.exec('ROLLBACK');
    },
    async isChangedElsewhere() {
      const before = seen;
      seen = version.get()?.data_version;
      return seen !== before;
    },
    async probe(bytes) {
      // Writing back the log of the database first may already make enough room.
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      db.exec('BEGIN IMMEDIATE');
      try {
        db.exec(`INSERT INTO settings (key, value, changed_at) VALUES ('disk-probe', hex(zeroblob(${bytes / 2})), 0)`);
      } finally {
        if (db.isTransaction) db.exec('ROLLBACK');
      }
    },
    shrink: async () => db.exec('VACUUM'),
    isBegunAnew: () => false,
    problems: () => ({}),
    close: async () => db.close(),
  };
}

/** A separate file, see `openSeparateFile`. `prepare` is called each time the file is opened, and each time an empty one is made. */
export function openFileBackend(
  options: Omit<SeparateFileOptions<Backend>, 'rowsOf'> & { prepare?(db: Database): void },
): Backend {
  const file = openSeparateFile({
    ...options,
    rowsOf(db) {
      options.prepare?.(db);
      return createSqliteBackend(db);
    },
  });
  const now = file.rows;
  return {
    dialect: now().dialect,
    all: (...given) => now().all(...given),
    run: (...given) => now().run(...given),
    begin: () => now().begin(),
    commit: () => now().commit(),
    rollback: () => now().rollback(),
    isChangedElsewhere: () => now().isChangedElsewhere(),
    probe: (bytes) => now().probe(bytes),
    shrink: () => now().shrink(),
    isBegunAnew: file.isBegunAnew,
    problems: file.problems,
    close: async () => file.close(),
  };
}
