// Encrypts every secret again with a new key. If the process is killed at any moment, the store opens with the old key
// or the new one.
import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { fail, ok, type Result } from '@belfry/domain/result';
import * as z from 'zod';
import { type Database, transaction } from './open.ts';
import { writePrivateFile } from './private-file.ts';
import { query } from './query.ts';
import { createSecrets } from './secrets.ts';
import { sealedAt } from './secrets-store.ts';
import type { StoreError } from './store-error.ts';

const nextOf = (keyFile: string): string => `${keyFile}.next`;
export const oldOf = (keyFile: string): string => `${keyFile}.old`;

const Row = z.object({ owner: z.string(), name: z.string(), sealed: z.instanceof(Uint8Array) });

/** No other process may have the database open. Returns the number of secrets. */
export function rotateKey(db: Database, keyFile: string, old: Buffer): Result<number, StoreError> {
  if (!alone(db)) return fail(inUse);
  const key = randomBytes(32);
  const [before, after] = [createSecrets(old), createSecrets(key)];
  const all = query(db, Row, 'SELECT owner, name, sealed FROM secrets');
  const write = db.prepare('UPDATE secrets SET sealed = ? WHERE owner = ? AND name = ?');
  // From here on both keys are on disk; `settleKey` finds out which one is in use.
  writePrivateFile(nextOf(keyFile), `${key.toString('base64')}\n`);
  const sealed = transaction(db, () => {
    const rows = all.all();
    for (const { owner, name, sealed } of rows) {
      const text = before.unseal(sealedAt(owner, name), sealed);
      // A secret that could not be decrypted before stays as it is.
      if (text !== undefined) write.run(after.seal(sealedAt(owner, name), text), owner, name);
    }
    return rows.length;
  });
  keep(keyFile);
  return ok(sealed);
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
