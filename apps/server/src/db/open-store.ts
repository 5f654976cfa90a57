// Opens the database of a data directory. It is checked first, and is opened and migrated only when the key fits.
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { fail, ok, type Result } from '@belfry/domain/result';
import * as z from 'zod';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { alertsPlace } from './alerts-file.ts';
import type { AuditBounds } from './audit-store.ts';
import type { Backend } from './backend.ts';
import { whyUnwritable } from './disk.ts';
import { migrate, schemaVersion } from './migrate.ts';
import { migrations } from './migrations/list.ts';
import { type Database, openDatabase } from './open.ts';
import type { Fence } from './postgres/fence.ts';
import { query } from './query.ts';
import type { Secrets } from './secrets.ts';
import { newerFile } from './separate-file.ts';
import { openSetAside } from './set-aside.ts';
import { createSqliteBackend } from './sqlite.ts';
import { createStore, type Store } from './store.ts';
import type { StoreError } from './store-error.ts';
import { CHECK, checkOf, keyOf, type SealedRows } from './store-key.ts';

export interface StoreOptions {
  dataDir: string;
  /** Default `keys/belfry.key` in the data directory, so that a copy of the database does not contain it. */
  keyFile?: string | undefined;
  /** Content of BELFRY_ENCRYPTION_KEY. */
  encryptionKey?: string | undefined;
  /** Of PostgreSQL, which then has everything except the measured values. Default: files in the data directory. */
  databaseUrl?: string | undefined;
  /** Of two servers: what every write begins with. */
  fence?: Fence | undefined;
  clock: Clock;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  auditBounds?: AuditBounds | undefined;
}

/** The database of a data directory, and the key for its secrets. */
export interface OpenedDatabase {
  db: Database;
  sealing: Secrets;
}

export async function openStore(options: StoreOptions): Promise<Result<Store, StoreError>> {
  const { databaseUrl } = options;
  if (databaseUrl !== undefined) {
    const { openPostgresStore } = await import('./postgres/open-postgres.ts');
    return openPostgresStore({ ...options, databaseUrl });
  }
  const opened = openDataDir(options);
  return opened.ok ? ok(await storeOf(opened.value, options)) : opened;
}

/** `changed`: for tests, another behaviour of the database. */
export async function storeOf(
  { db, sealing }: OpenedDatabase,
  options: StoreOptions,
  changed = (backend: Backend) => backend,
): Promise<Store> {
  try {
    const backend = changed(createSqliteBackend(db));
    return await createStore({ ...options, backend, sealing, setAside: openSetAside(options) });
  } catch (error) {
    db.close();
    throw error;
  }
}

export function openDataDir(options: StoreOptions): Result<OpenedDatabase, StoreError> {
  try {
    return open(options);
  } catch (error) {
    const reason = whyUnwritable(error);
    if (reason === undefined) throw error;
    return fail(unwritable(options.dataDir, reason));
  }
}

function open(options: StoreOptions): Result<OpenedDatabase, StoreError> {
  const { dataDir, keyFile, encryptionKey } = options;
  const file = path.join(dataDir, 'belfry.db');
  const place = { file: keyFile ?? path.join(dataDir, 'keys', 'belfry.key'), fromEnv: encryptionKey };
  const backups = path.join(dataDir, 'backups');

  const found = look(file, backups);
  if (!found.ok) return found;
  const newer = newerAlerts(dataDir, backups);
  if (newer !== undefined) return fail({ code: 'schema_newer', message: newer });
  const key = keyOf(place, found.value, {
    missing: () => keyMissing(file, place.file),
    wrong: (where) => keyWrong(file, where),
  });
  if (!key.ok) return key;
  const sealing = key.value;
  const db = openDatabase(file);
  try {
    const steps = migrate(db, { name: 'belfry', migrations, backups, at: options.clock.now() });
    if (steps > 0) options.log.info({ file, steps, version: migrations.length }, 'database migrated');
    if (found.value.check === undefined) writeCheck(db, sealing);
    return ok({ db, sealing });
  } catch (error) {
    db.close();
    throw error;
  }
}

const writeCheck = (db: Database, sealing: Secrets) =>
  db
    .prepare('INSERT OR REPLACE INTO secrets (owner, name, sealed) VALUES (?, ?, ?)')
    .run(CHECK.owner, CHECK.name, checkOf(sealing));

const Sealed = z.object({ sealed: z.instanceof(Uint8Array) });
const Count = z.object({ n: z.number() });

/** Checks whether the database can be opened. It writes nothing. */
function look(file: string, backups: string): Result<SealedRows, StoreError> {
  if (!existsSync(file) || statSync(file).size === 0) return ok({ sealed: 0 });
  let db: DatabaseSync | undefined;
  try {
    const address = pathToFileURL(file);
    // Without `immutable` even a reader leaves an empty WAL. If there is a WAL, its content is needed.
    if (!existsSync(`${file}-wal`)) address.searchParams.set('immutable', '1');
    db = new DatabaseSync(address, { readOnly: true, timeout: 5000 });
    const version = schemaVersion(db);
    const newer = newerFile(file, version, migrations.length, backups);
    if (newer !== undefined) return fail({ code: 'schema_newer', message: newer });
    if (version === 0) return ok({ sealed: 0 });
    const check = query(db, Sealed, 'SELECT sealed FROM secrets WHERE owner = ? AND name = ?');
    const count = query(db, Count, 'SELECT count(*) AS n FROM secrets');
    const found = check.get(CHECK.owner, CHECK.name);
    return ok({ sealed: count.get()?.n ?? 0, ...(found && { check: found.sealed }) });
  } catch (error) {
    return fail(damaged(file, backups, error));
  } finally {
    db?.close();
  }
}

/** The alerts are in a file of their own. It is looked at before anything is changed. */
function newerAlerts(dataDir: string, backups: string): string | undefined {
  const { file, known } = alertsPlace(dataDir);
  if (!existsSync(file)) return undefined;
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    return newerFile(file, schemaVersion(db), known, backups);
  } catch {
    // It is damaged: whoever opens it sets it aside.
    return undefined;
  } finally {
    db?.close();
  }
}

const keyMissing = (file: string, keyFile: string): StoreError => ({
  code: 'key_missing',
  message: `The encryption key is missing: ${file} holds secrets that only the key in ${keyFile} opens. Put that file back from your backup, or set BELFRY_ENCRYPTION_KEY to its content, and start again. If the key is lost for good, so are the secrets: move ${file} away to start without any data. Nothing was changed.`,
});

const keyWrong = (file: string, where: string): StoreError => ({
  code: 'key_wrong',
  message: `The encryption key in ${where} is not the one ${file} was written with. Restore the key that belongs to this database, or the database that belongs to this key, and start again. Nothing was changed.`,
});

const damaged = (file: string, backups: string, error: unknown): StoreError => ({
  code: 'database_damaged',
  message: `${file} cannot be read as a database (${error instanceof Error ? error.message : String(error)}). Restore it from your backup or from ${backups}, together with its key. Nothing was changed.`,
});

const unwritable = (dataDir: string, reason: string): StoreError => ({
  code: 'disk_unwritable',
  message: `${dataDir} cannot be written to: ${reason}. Make it writable, with some megabytes of room, and start again.`,
});
