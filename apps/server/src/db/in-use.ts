// Whether a Belfry runs with a data directory.
import path from 'node:path';
import { type Database, openDatabase } from './open.ts';

const BUSY = 5;

/** A file that is no database is used by nobody. */
export function isInUse(dataDir: string): boolean {
  let db: Database | undefined;
  try {
    db = openDatabase(path.join(dataDir, 'belfry.db'));
    db.exec('PRAGMA busy_timeout = 0');
    db.exec('PRAGMA locking_mode = EXCLUSIVE');
    db.exec('BEGIN EXCLUSIVE');
    db.exec('COMMIT');
    return false;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error) return (Number(error.errcode) & 0xff) === BUSY;
    throw error;
  } finally {
    db?.close();
  }
}
