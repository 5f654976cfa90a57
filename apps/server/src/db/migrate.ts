// Updates a database to the schema of this code. A copy of the old database is kept.
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { iso } from '../lib/clock.ts';
import { type Database, transaction } from './open.ts';
import { query } from './query.ts';

const KEPT_BACKUPS = 5;
const Version = z.object({ user_version: z.number() });

export const schemaVersion = (db: Database): number =>
  query(db, Version, 'PRAGMA user_version').get()?.user_version ?? 0;

/** `name`: of the file, without its ending. `backups`: the folder for copies; undefined: no copy is made. `at` epoch ms, part of their names. */
export interface MigrateOptions {
  name: string;
  migrations: readonly string[];
  backups: string | undefined;
  at: number;
}

/** Returns the number of steps. Each is one commit, so that a crash leaves the database after a complete step. */
export function migrate(db: Database, { name, migrations, backups, at }: MigrateOptions): number {
  const from = schemaVersion(db);
  if (backups !== undefined && from > 0 && from < migrations.length) {
    const file = copyPlace(backups, name, from, at);
    backUp(db, file);
    pruneCopies(backups, name);
  }
  for (let version = from; version < migrations.length; version++) {
    transaction(db, () => {
      db.exec(migrations[version] ?? '');
      db.exec(`PRAGMA user_version = ${version + 1}`);
    });
  }
  return Math.max(0, migrations.length - from);
}

/** Where the copy of a file of this version belongs. Makes the folder. */
export function copyPlace(folder: string, name: string, version: number, at: number): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return path.join(folder, `${name}-${iso(at).replaceAll(/[-:]|\.\d+/g, '')}-v${version}.db`);
}

function backUp(db: Database, file: string): void {
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
}

/** Keeps the newest copies of the file with this name. */
function pruneCopies(folder: string, name: string): void {
  const versionIn = (file: string): number => Number(COPY.exec(file)?.[2]);
  const old = readdirSync(folder)
    .filter((file) => COPY.exec(file)?.[1] === name)
    .sort((a, b) => versionIn(a) - versionIn(b) || (a < b ? -1 : 1))
    .slice(0, -KEPT_BACKUPS);
  for (const file of old) rmSync(path.join(folder, file));
}

const COPY = /^(.+)-\d{8}T\d{6}Z-v(\d+)\.db$/;
