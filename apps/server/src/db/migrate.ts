// Brings a database up to the schema this code knows; a copy is kept before each step that has something to lose.
import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
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

/** Returns how many steps were taken. Each is one commit: a crash leaves the database at a step, never between two. */
export function migrate(db: Database, { migrations, backups, at }: MigrateOptions): number {
  const from = schemaVersion(db);
  for (let version = from; version < migrations.length; version++) {
    if (version > 0) backUp(db, backups, version, at);
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
  rmSync(file, { force: true });
  // VACUUM INTO copies a consistent moment, the WAL included.
  db.prepare('VACUUM INTO ?').run(file);
  chmodSync(file, 0o600);
  const old = readdirSync(folder)
    .filter((name) => /^belfry-\d{8}T\d{6}Z-v\d+\.db$/.test(name))
    .sort()
    .slice(0, -KEPT_BACKUPS);
  for (const name of old) rmSync(path.join(folder, name));
}
