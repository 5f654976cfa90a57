// The commands that can be run only on the machine itself: there is no route for any of them.
import { fail, ok, type Result } from '@belfry/domain/result';
import type { Config } from '../config/env.ts';
import { openStore, type StoreOptions } from '../db/open-store.ts';
import { rotateDataDir } from '../db/rotate-data-dir.ts';
import { systemClock } from '../lib/clock.ts';
import { createLogger } from '../lib/logger.ts';
import { resetPassword } from './reset-password.ts';

export const USAGE = `usage: belfry                          start the server
       belfry reset-password [USER]    give an account a new password and end its sessions
       belfry rotate-key               seal all secrets with a new key (Belfry must not run)
       belfry backup restore FILE|s3:NAME|s3:latest [--data DIR] [--replace]
                                       put a backup into an empty data directory, or in place of the present data`;

const KEY_IN_ENV =
  'The key comes from BELFRY_ENCRYPTION_KEY, where no command can change it. Write its value into keys/belfry.key in the data directory, take the variable away, and rotate then.';

/** A text to print, or what went wrong. */
export async function command(words: readonly string[], config: Config): Promise<Result<string, string>> {
  const [word, name, ...more] = words;
  if (word === 'backup' && name === 'restore') {
    const { restoreBackup } = await import('./restore-backup.ts');
    return restoreBackup(more, config);
  }
  const known = (word === 'reset-password' && more.length === 0) || (word === 'rotate-key' && words.length === 1);
  if (!known) return fail(USAGE);
  const { dataDir, access } = config;
  if (word === 'rotate-key' && access.encryptionKey) return fail(KEY_IN_ENV);
  const log = createLogger('silent');
  const options = { dataDir, encryptionKey: access.encryptionKey, clock: systemClock, log };
  if (word === 'rotate-key') return rotate(options);
  const opened = await openStore(options);
  if (!opened.ok) return fail(opened.error.message);
  const store = opened.value;
  try {
    return await resetPassword(store, dataDir, name);
  } finally {
    await store.close();
  }
}

function rotate(options: StoreOptions): Result<string, string> {
  const rotated = rotateDataDir(options);
  if (!rotated.ok) return rotated;
  const { secrets, keyFile, oldFile } = rotated.value;
  return ok(
    `${secrets} secrets are sealed with a new key, in ${keyFile}. Copies of the database taken before open only with the old one, kept in ${oldFile}: delete both when you no longer need them.`,
  );
}
