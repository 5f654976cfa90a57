// A copy of a database that is in use, of one moment.
import { backup, DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { migrations } from '../migrations/list.ts';
import { query } from '../query.ts';
import { BackupError } from './backup-error.ts';

/** The number of the schema that this Belfry writes. */
export const newestSchema = migrations.length;

const Check = z.object({ quick_check: z.string() });

/** The pages of one moment are read in a thread of their own, in one step. `cleaned`: SQL that is run in the copy. */
export async function copyDatabase(file: string, copy: string, cleaned = ''): Promise<void> {
  const source = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    await backup(source, copy, { rate: 2 ** 31 - 1 });
  } finally {
    source.close();
  }
  const db = new DatabaseSync(copy, { timeout: 5000 });
  try {
    db.exec('PRAGMA journal_mode = DELETE');
    if (cleaned !== '') db.exec(cleaned);
    const [found] = query(db, Check, 'PRAGMA quick_check(1)').all();
    if (found?.quick_check !== 'ok') throw new BackupError(`${file} is damaged: ${found?.quick_check}.`);
  } finally {
    db.close();
  }
}

/** A session that was ended after the backup must not be valid again after a restore. */
export const WITHOUT_SESSIONS = 'DELETE FROM sessions';
