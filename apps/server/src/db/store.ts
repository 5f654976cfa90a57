// The store of one data directory: looked at first, opened and migrated only when the key fits.
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { fail, ok, type Result } from '@belfry/domain/result';
import * as z from 'zod';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { type ApiTokensStore, createApiTokensStore } from './api-tokens-store.ts';
import { type AuditStore, createAuditStore } from './audit-store.ts';
import { createDisk, type Disk, whyUnwritable } from './disk.ts';
import { createInstancesStore, type InstancesStore } from './instances-store.ts';
import { createKey, loadKey } from './key.ts';
import { migrate, schemaVersion } from './migrate.ts';
import { migrations } from './migrations/list.ts';
import { type Database, openDatabase } from './open.ts';
import { query } from './query.ts';
import { createRevocations, type Revocations } from './revocations.ts';
import { settleKey } from './rotate-key.ts';
import { createSecrets, type Secrets } from './secrets.ts';
import { createSecretsStore, type SecretsStore, sealedAt } from './secrets-store.ts';
import { createSessionsStore, type SessionsStore } from './sessions-store.ts';
import { createSettingsStore, type SettingsStore } from './settings-store.ts';
import type { StoreError } from './store-error.ts';
import { createUsersStore, type UsersStore } from './users-store.ts';

export interface Store {
  db: Database;
  users: UsersStore;
  sessions: SessionsStore;
  apiTokens: ApiTokensStore;
  audit: AuditStore;
  settings: SettingsStore;
  secrets: SecretsStore;
  instances: InstancesStore;
  revocations: Pick<Revocations, 'listen'>;
  disk: Disk;
  /** A key of its own for another use, see `Secrets.derive`. */
  derive: Secrets['derive'];
  close(): void;
}

export interface StoreOptions {
  dataDir: string;
  /** Default `keys/belfry.key` in the data directory: not in the folder a copy of the database is taken from. */
  keyFile?: string | undefined;
  /** Content of BELFRY_ENCRYPTION_KEY. */
  encryptionKey?: string | undefined;
  clock: Clock;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

const CHECK = { owner: 'store', name: 'key-check', text: 'this key opens this store' };

export function openStore(options: StoreOptions): Result<Store, StoreError> {
  try {
    return open(options);
  } catch (error) {
    const reason = whyUnwritable(error);
    if (reason === undefined) throw error;
    return fail(unwritable(options.dataDir, reason));
  }
}

function open(options: StoreOptions): Result<Store, StoreError> {
  const { dataDir, keyFile, encryptionKey } = options;
  const file = path.join(dataDir, 'belfry.db');
  const place = { file: keyFile ?? path.join(dataDir, 'keys', 'belfry.key'), fromEnv: encryptionKey };
  const backups = path.join(dataDir, 'backups');

  const found = look(file, backups);
  if (!found.ok) return found;
  const loaded = loadKey(place);
  if (!loaded.ok) return loaded;
  const { sealed, check } = found.value;
  const key = encryptionKey ? loaded.value : settleKey(place.file, (candidate) => opens(candidate, check), readKey);
  if (sealed > 0) {
    if (!key) return fail(keyMissing(file, place.file));
    if (!opens(key, check)) {
      return fail(keyWrong(file, encryptionKey ? 'BELFRY_ENCRYPTION_KEY' : place.file));
    }
  }

  const secrets = createSecrets(key ?? createKey(place.file));
  const db = openDatabase(file);
  try {
    const steps = migrate(db, { migrations, backups, at: options.clock.now() });
    if (steps > 0) options.log.info({ file, steps, version: migrations.length }, 'database migrated');
    const secretsStore = createSecretsStore(db, secrets);
    if (check === undefined) secretsStore.put(CHECK.owner, CHECK.name, CHECK.text);
    return ok(createStore(db, { ...options, secrets: secretsStore, derive: secrets.derive }));
  } catch (error) {
    db.close();
    throw error;
  }
}

function createStore(
  db: Database,
  { dataDir, secrets, derive, clock, log }: StoreOptions & Pick<Store, 'secrets' | 'derive'>,
): Store {
  const revocations = createRevocations();
  const disk = createDisk({ dataDir, db, clock, log });
  return {
    db,
    users: createUsersStore(db, clock, revocations),
    sessions: createSessionsStore(db, revocations, disk),
    apiTokens: createApiTokensStore(db, clock, revocations, disk),
    audit: createAuditStore(db, { clock, disk, log }),
    settings: createSettingsStore(db, clock, disk),
    secrets,
    instances: createInstancesStore(db, secrets, clock),
    revocations,
    disk,
    derive,
    close() {
      disk.close();
      db.close();
    },
  };
}

const Sealed = z.object({ sealed: z.instanceof(Uint8Array) });
const Count = z.object({ n: z.number() });

/** Reads what a decision needs and writes nothing. */
function look(file: string, backups: string): Result<{ sealed: number; check?: Uint8Array }, StoreError> {
  if (!existsSync(file) || statSync(file).size === 0) return ok({ sealed: 0 });
  let db: DatabaseSync | undefined;
  try {
    const address = pathToFileURL(file);
    // Without it even a reader leaves an empty WAL behind. With a WAL there, its content counts.
    if (!existsSync(`${file}-wal`)) address.searchParams.set('immutable', '1');
    db = new DatabaseSync(address, { readOnly: true, timeout: 5000 });
    const version = schemaVersion(db);
    if (version > migrations.length) return fail(schemaNewer(file, version, backups));
    if (version === 0) return ok({ sealed: 0 });
    const check = query(db, Sealed, 'SELECT sealed FROM secrets WHERE owner = ? AND name = ?');
    const count = query(db, Count, 'SELECT count(*) AS n FROM secrets');
    const found = check.get(CHECK.owner, CHECK.name);
    return ok({ sealed: count.get()?.n ?? 0, ...(found ? { check: found.sealed } : {}) });
  } catch (error) {
    return fail(damaged(file, backups, error));
  } finally {
    db?.close();
  }
}

const readKey = (file: string): Buffer | undefined => {
  const key = loadKey({ file });
  return key.ok ? key.value : undefined;
};

const opens = (key: Buffer, check: Uint8Array | undefined): boolean =>
  check !== undefined && createSecrets(key).unseal(sealedAt(CHECK.owner, CHECK.name), check) === CHECK.text;

const keyMissing = (file: string, keyFile: string): StoreError => ({
  code: 'key_missing',
  message: `The encryption key is missing: ${file} holds secrets that only the key in ${keyFile} opens. Put that file back from your backup, or set BELFRY_ENCRYPTION_KEY to its content, and start again. If the key is lost for good, so are the secrets: move ${file} away to begin anew. Nothing was changed.`,
});

const keyWrong = (file: string, where: string): StoreError => ({
  code: 'key_wrong',
  message: `The encryption key in ${where} is not the one ${file} was written with. Restore the key that belongs to this database, or the database that belongs to this key, and start again. Nothing was changed.`,
});

const schemaNewer = (file: string, version: number, backups: string): StoreError => ({
  code: 'schema_newer',
  message: `${file} was written by a newer Belfry (schema ${version}, this one knows ${migrations.length}). Install that version again, or restore the copy taken before the upgrade from ${backups}. Nothing was changed.`,
});

const damaged = (file: string, backups: string, error: unknown): StoreError => ({
  code: 'database_damaged',
  message: `${file} cannot be read as a database (${error instanceof Error ? error.message : String(error)}). Restore it from your backup or from ${backups}, together with its key. Nothing was changed.`,
});

const unwritable = (dataDir: string, reason: string): StoreError => ({
  code: 'disk_unwritable',
  message: `${dataDir} cannot be written to: ${reason}. Make it writable, with some megabytes of room, and start again.`,
});
