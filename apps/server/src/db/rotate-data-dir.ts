// A new key for the data directory of a Belfry that is not running.
import path from 'node:path';
import { fail, ok, type Result } from '@belfry/domain/result';
import { lockDataDir } from './data-lock.ts';
import { loadKey } from './key.ts';
import { openDataDir, type StoreOptions } from './open-store.ts';
import { oldOf, rotateKey } from './rotate-key.ts';

/** `keyFile` holds the new key, `oldFile` the one before. */
export interface Rotated {
  secrets: number;
  keyFile: string;
  oldFile: string;
}

export function rotateDataDir(options: StoreOptions): Result<Rotated, string> {
  const lock = lockDataDir({ dataDir: options.dataDir, now: options.clock.now, log: options.log });
  if (!lock.ok) return lock;
  try {
    return rotate(options);
  } finally {
    lock.value.release();
  }
}

function rotate(options: StoreOptions): Result<Rotated, string> {
  const opened = openDataDir(options);
  if (!opened.ok) return fail(opened.error.message);
  const { db } = opened.value;
  try {
    const keyFile = path.join(options.dataDir, 'keys', 'belfry.key');
    const key = loadKey({ file: keyFile });
    if (!key.ok) return fail(key.error.message);
    if (!key.value) return fail(`There is no key in ${keyFile}.`);
    const rotated = rotateKey(db, keyFile, key.value);
    if (!rotated.ok) return fail(rotated.error.message);
    return ok({ secrets: rotated.value, keyFile, oldFile: oldOf(keyFile) });
  } finally {
    db.close();
  }
}
