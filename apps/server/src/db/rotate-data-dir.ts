// A new key for the secrets of a Belfry that is not running.
import path from 'node:path';
import { fail, ok, type Result } from '@belfry/domain/result';
import { english } from '@belfry/domain/sentences/english';
import { lockDataDir } from './data-lock.ts';
import { loadKey } from './key.ts';
import { openDataDir, type StoreOptions } from './open-store.ts';
import { oldOf, rotateKey, rotateKeyOfServer } from './rotate-key.ts';

/** `keyFile` holds the new key, `oldFile` the one before. */
export interface Rotated {
  secrets: number;
  keyFile: string;
  oldFile: string;
}

export async function rotateDataDir(options: StoreOptions): Promise<Result<Rotated, string>> {
  const lock = lockDataDir({ dataDir: options.dataDir, now: options.clock.now, log: options.log });
  if (!lock.ok) return lock;
  try {
    return options.databaseUrl === undefined ? rotate(options) : await rotateServer(options, options.databaseUrl);
  } finally {
    lock.value.release();
  }
}

const keyFileIn = ({ dataDir }: StoreOptions): string => path.join(dataDir, 'keys', 'belfry.key');

function keyIn(file: string): Result<Buffer, string> {
  const key = loadKey({ file });
  if (!key.ok) return fail(key.error.message);
  return key.value ? ok(key.value) : fail(`There is no key in ${file}.`);
}

async function rotateServer(options: StoreOptions, databaseUrl: string): Promise<Result<Rotated, string>> {
  const [{ nameOf, openPostgres }, { usedBy }] = await Promise.all([
    import('./postgres/open-postgres.ts'),
    import('./postgres/used-by.ts'),
  ]);
  const opened = await openPostgres({ ...options, databaseUrl });
  if (!opened.ok) return fail(opened.error.message);
  const { backend } = opened.value;
  try {
    const used = await usedBy(backend, nameOf(databaseUrl));
    if (used) return fail(english(used));
    const keyFile = keyFileIn(options);
    const key = keyIn(keyFile);
    if (!key.ok) return key;
    return ok({ secrets: await rotateKeyOfServer(backend, keyFile, key.value), keyFile, oldFile: oldOf(keyFile) });
  } finally {
    await backend.close();
  }
}

function rotate(options: StoreOptions): Result<Rotated, string> {
  const opened = openDataDir(options);
  if (!opened.ok) return fail(opened.error.message);
  const { db } = opened.value;
  try {
    const keyFile = keyFileIn(options);
    const key = keyIn(keyFile);
    if (!key.ok) return key;
    const rotated = rotateKey(db, keyFile, key.value);
    if (!rotated.ok) return fail(rotated.error.message);
    return ok({ secrets: rotated.value, keyFile, oldFile: oldOf(keyFile) });
  } finally {
    db.close();
  }
}
