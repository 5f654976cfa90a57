// Opens the embedded database: WAL, foreign keys on, readable by its owner only.
import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export type Database = DatabaseSync;

/**
 * `full` survives a power cut after every commit; `normal` may lose the last commits then, never the database.
 * Neither loses anything when the process is killed.
 */
export type Durability = 'full' | 'normal';

export function openDatabase(file: string, durability: Durability = 'full'): Database {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  // Created before SQLite sees it: the files of the WAL take their mode from this one.
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
  const db = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
  db.exec('PRAGMA journal_mode = WAL');
  db.exec(`PRAGMA synchronous = ${durability.toUpperCase()}`);
  db.exec('PRAGMA trusted_schema = OFF');
  return db;
}

/** Runs `work` as one commit: all of it or, if it throws, nothing. */
export function transaction<T>(db: Database, work: () => T): T {
  if (db.isTransaction) return work();
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
