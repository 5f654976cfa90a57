// Before the journal of changes was in PostgreSQL, a server with such a database had it in a file. The first one that starts with this version
// takes its rows over, once. The file stays.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Backend } from '../backend.ts';
import { createConnection } from '../connection.ts';
import { DatabaseTrouble } from '../database-trouble.ts';
import { journalMigrations } from '../journal-rows.ts';
import { schemaVersion } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import type { StoreOptions } from '../open-store.ts';
import { newerFile } from '../separate-file.ts';
import { createSqliteBackend } from '../sqlite.ts';
import { continueNumbers, copyAll } from './copy.ts';
import { OLD_JOURNAL } from './schema.ts';

/** All of it, or nothing. A file that cannot be used is named in the log and is not tried again: the journal goes on without it. */
export async function takeOldJournal(
  to: Backend,
  { dataDir, log }: Pick<StoreOptions, 'dataDir' | 'log'>,
): Promise<void> {
  const file = path.join(dataDir, 'journal.db');
  const { write } = createConnection(to);
  const forget = () => to.run('DELETE FROM belfry_facts WHERE name = ?', OLD_JOURNAL);
  try {
    const rows = await write(async () => {
      const copied = existsSync(file) ? await copyFrom(file, to) : 0;
      await forget();
      return copied;
    });
    if (rows > 0) log.info({ file, rows }, 'the journal of changes was taken over from its file');
  } catch (error) {
    if (error instanceof DatabaseTrouble) throw error;
    await write(forget);
    const message = `The journal of changes before PostgreSQL had it cannot be taken over from ${file}. It starts empty, and the file stays.`;
    log.error({ err: error, file }, message);
  }
}

/** The number of rows. */
async function copyFrom(file: string, to: Backend): Promise<number> {
  const db = openDatabase(file);
  try {
    const found = schemaVersion(db);
    const newer = newerFile(file, found, journalMigrations.length);
    if (newer !== undefined) throw new Error(newer);
    // taken back below: the file stays as its version wrote it
    db.exec('BEGIN');
    for (const step of journalMigrations.slice(found)) db.exec(step);
    const copied = await copyAll(
      () => createSqliteBackend(db),
      () => to,
      'journal',
    );
    await continueNumbers(to, 'journal');
    return copied.reduce((sum, { rows }) => sum + rows, 0);
  } finally {
    if (db.isTransaction) db.exec('ROLLBACK');
    db.close();
  }
}
