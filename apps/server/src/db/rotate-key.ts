// Encrypts every secret again with a new key. If the process is killed at any moment, the store opens with the old key
// or the new one.
import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { fail, ok, type Result } from '@belfry/domain/result';
import * as z from 'zod';
import type { Backend } from './backend.ts';
import { type Database, transaction } from './open.ts';
import { writePrivateFile } from './private-file.ts';
import { query } from './query.ts';
import { createSecrets } from './secrets.ts';
import { sealedAt } from './secrets-store.ts';
import type { StoreError } from './store-error.ts';

const nextOf = (keyFile: string): string => `${keyFile}.next`;
export const oldOf = (keyFile: string): string => `${keyFile}.old`;

const Row = z.object({ owner: z.string(), name: z.string(), sealed: z.instanceof(Uint8Array) });
type Sealed = z.output<typeof Row>;

/** No other process may have the database open. Returns the number of secrets. */
export function rotateKey(db: Database, keyFile: string, old: Buffer): Result<number, StoreError> {
  if (!alone(db)) return fail(inUse);
  const again = nextKey(keyFile, old);
  const sealed = transaction(db, () => {
    const rows = query(db, Row, READ).all();
    const write = db.prepare(WRITE);
    for (const row of rows) write.run(again(row), row.owner, row.name);
    return rows.length;
  });
  keep(keyFile);
  return ok(sealed);
}

/** The same in PostgreSQL. */
export async function rotateKeyOfServer(backend: Backend, keyFile: string, old: Buffer): Promise<number> {
  const again = nextKey(keyFile, old);
  await backend.begin();
  let rows: Sealed[];
  try {
    rows = z.array(Row).parse(await backend.all(READ));
    for (const row of rows) await backend.run(WRITE, again(row), row.owner, row.name);
    await backend.commit();
  } catch (error) {
    await backend.rollback();
    throw error;
  }
  keep(keyFile);
  return rows.length;
}

const READ = 'SELECT owner, name, sealed FROM secrets';
const WRITE = 'UPDATE secrets SET sealed = ? WHERE owner = ? AND name = ?';

/** From here on both keys are on disk; `settleKey` finds out which one is in use. Returns how a secret is sealed with the new one. */
function nextKey(keyFile: string, old: Buffer): (row: Sealed) => Uint8Array {
  const key = randomBytes(32);
  const [before, after] = [createSecrets(old), createSecrets(key)];
  writePrivateFile(nextOf(keyFile), `${key.toString('base64')}\n`);
  return ({ owner, name, sealed }) => {
    const text = before.unseal(sealedAt(owner, name), sealed);
    // A secret that could not be decrypted before stays as it is.
    return text === undefined ? sealed : after.seal(sealedAt(owner, name), text);
  };
}

/** After a rotation that may be unfinished: the key that opens the store is kept as the key. */
export function settleKey(
  keyFile: string,
  opens: (key: Buffer) => boolean,
  read: (file: string) => Buffer | undefined,
): Buffer | undefined {
  const key = read(keyFile);
  if (!existsSync(nextOf(keyFile))) return key;
  if (key && opens(key)) {
    rmSync(nextOf(keyFile));
    return key;
  }
  const next = read(nextOf(keyFile));
  if (!next || !opens(next)) return key;
  keep(keyFile);
  return next;
}

/** The old key is kept: older copies of the database open only with it. */
function keep(keyFile: string): void {
  if (existsSync(keyFile)) copyFileSync(keyFile, oldOf(keyFile));
  renameSync(nextOf(keyFile), keyFile);
}

/** True from then on until the database is closed. */
function alone(db: Database): boolean {
  try {
    db.exec('PRAGMA busy_timeout = 0');
    db.exec('PRAGMA locking_mode = EXCLUSIVE');
    db.exec('BEGIN EXCLUSIVE');
    db.exec('COMMIT');
    return true;
  } catch {
    db.exec('PRAGMA locking_mode = NORMAL');
    return false;
  }
}

const inUse: StoreError = {
  code: 'in_use',
  message:
    'Belfry is running on this data directory. Stop it, rotate the key, and start it again. Nothing was changed.',
};
