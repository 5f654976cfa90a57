// What can be done from the command line of the machine itself, and only there: there is no route for any of it.
import path from 'node:path';
import { fail, ok, type Result } from '@belfry/domain/result';
import type { Config } from '../config/env.ts';
import { loadKey } from '../db/key.ts';
import { oldOf, rotateKey } from '../db/rotate-key.ts';
import { openStore, type Store } from '../db/store.ts';
import { systemClock } from '../lib/clock.ts';
import { createLogger } from '../lib/logger.ts';
import { resetPassword } from './reset-password.ts';

export const USAGE = `usage: belfry                          start the server
       belfry reset-password [USER]    give an account a new password and end its sessions
       belfry rotate-key               seal all secrets with a new key (Belfry must not run)`;

const KEY_IN_ENV =
  'The key comes from BELFRY_ENCRYPTION_KEY, where no command can change it. Write its value into keys/belfry.key in the data directory, take the variable away, and rotate then.';

/** A text to print, or what went wrong. */
export async function command(words: readonly string[], config: Config): Promise<Result<string, string>> {
  const [word, name, ...more] = words;
  const known = (word === 'reset-password' && more.length === 0) || (word === 'rotate-key' && words.length === 1);
  if (!known) return fail(USAGE);
  const { dataDir, access } = config;
  if (word === 'rotate-key' && access.encryptionKey) return fail(KEY_IN_ENV);
  const opened = openStore({
    dataDir,
    encryptionKey: access.encryptionKey,
    clock: systemClock,
    log: createLogger('silent'),
  });
  if (!opened.ok) return fail(opened.error.message);
  try {
    return word === 'rotate-key' ? rotate(opened.value, dataDir) : await resetPassword(opened.value, dataDir, name);
  } finally {
    opened.value.close();
  }
}

function rotate({ db }: Store, dataDir: string): Result<string, string> {
  const file = path.join(dataDir, 'keys', 'belfry.key');
  const key = loadKey({ file });
  if (!key.ok) return fail(key.error.message);
  if (!key.value) return fail(`There is no key in ${file}.`);
  const rotated = rotateKey(db, file, key.value);
  if (!rotated.ok) return fail(rotated.error.message);
  return ok(
    `${rotated.value} secrets are sealed with a new key, in ${file}. Copies of the database taken before open only with the old one, kept in ${oldOf(file)}: delete both when you no longer need them.`,
  );
}
