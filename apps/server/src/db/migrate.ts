// Updates a database to the schema of this code. A copy of the old database is kept.
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { type Database, transaction } from './open.ts';
import { query } from './query.ts';

const KEPT_BACKUPS = 5;
const Version = z.object({ user_version: z.number() });

export const schemaVersion = (db: Database): number =>
  query(db, Version, 'PRAGMA user_version').get()?.user_version ?? 0;

/** `backups` is the folder for copies; `at` epoch ms, part of their names. */
export interface MigrateOptions {
  migrations: readonly string[];
  backups: string;
  at: number;
}

/** Returns the number of steps. Each is one commit, so that a crash leaves the database after a complete step. */
export function migrate(db: Database, { migrations, backups, at }: MigrateOptions): number {
  const from = schemaVersion(db);
  if (from > 0 && from < migrations.length) backUp(db, backups, from, at);
  for (let version = from; version < migrations.length; version++) {
    transaction(db, () => {
      db.exec(migrations[version] ?? '');
      db.exec(`PRAGMA user_version = ${version + 1}`);
    });
  }
  return Math.max(0, migrations.length - from);
}

function backUp(db: Database, folder: string, version: number, at: number): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stamp = new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const file = path.join(folder, `belfry-${stamp}-v${version}.db`);
  const unfinished = `${file}.new`;
  try {
    rmSync(unfinished, { force: true });
    // VACUUM INTO copies a consistent moment, the WAL included.
    db.prepare('VACUUM INTO ?').run(unfinished);
    chmodSync(unfinished, 0o600);
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
  const old = readdirSync(folder)
    .filter((name) => COPY.test(name))
    .sort((a, b) => versionIn(a) - versionIn(b) || (a < b ? -1 : 1))
    .slice(0, -KEPT_BACKUPS);
  for (const name of old) rmSync(path.join(folder, name));
}

const COPY = /^belfry-\d{8}T\d{6}Z-v(\d+)\.db$/;
const versionIn = (name: string): number => Number(COPY.exec(name)?.[1]);
