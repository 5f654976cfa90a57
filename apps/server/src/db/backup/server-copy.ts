// The tables of a database of PostgreSQL, of one moment, as the files that a data directory would have.
import path from 'node:path';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import { copyAll, differences } from '../postgres/copy.ts';
import { parts } from '../postgres/parts.ts';
import { connectTo } from '../postgres/session.ts';
import { numbered } from '../postgres/translated.ts';
import { createSqliteBackend } from '../sqlite.ts';
import { BackupError } from './backup-error.ts';

/** `folder` has none of the files. Nothing is locked: whoever writes meanwhile goes on. */
export async function copyServer(url: string, folder: string): Promise<void> {
  const files = parts.map(({ name, migrations }) => {
    const db = openDatabase(path.join(folder, `${name}.db`));
    migrate(db, { name, migrations, backups: undefined, at: 0 });
    db.exec('BEGIN');
    return { name, db, backend: createSqliteBackend(db) };
  });
  const session = await connectTo(url);
  try {
    await session.script('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const from = {
      all: async (sql: string, ...values: Parameters<typeof session.query>[1]) =>
        (await session.query(numbered(sql), values)).rows,
    };
    const to = (part: string) => {
      const file = files.find(({ name }) => name === part);
      if (!file) throw new Error(`there is no part ${part}`);
      return file.backend;
    };
    await copyAll(() => from, to);
    const wrong = await differences(() => from, to);
    if (wrong.length > 0) throw new BackupError(`the copy is not the same as the database: ${wrong.join(', ')}.`);
    await session.script('COMMIT');
    for (const { db } of files) db.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    await session.close().catch(() => {});
    for (const { db } of files) db.close();
  }
}
