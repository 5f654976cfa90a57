// The commands that can be run only on the machine itself: there is no route for any of them.
import { fail, ok, type Result } from '@belfry/domain/result';
import { otherWords } from '@belfry/domain/sentences/english';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { parseDatabase } from '../config/database.ts';
import type { Config, Problem } from '../config/env.ts';
import { openStore, type StoreOptions } from '../db/open-store.ts';
import { rotateDataDir } from '../db/rotate-data-dir.ts';
import { systemClock } from '../lib/clock.ts';
import { createLogger } from '../lib/logger.ts';
import { resetPassword } from './reset-password.ts';

/** Of the command that puts a backup in place. */
const RESTORE = 'belfry backup restore FILE|s3:NAME|s3:latest [--data DIR] [--replace]';

/** What to print, or what went wrong. */
export async function command(words: readonly string[], config: Config): Promise<Result<Sentence, Sentence>> {
  const [word, name, ...more] = words;
  if (word === 'backup' && name === 'restore') {
    const { restoreBackup } = await import('./restore-backup.ts');
    return restoreBackup(more, config, RESTORE);
  }
  if (word === 'migrate' && name === '--to' && more.length === 1 && more[0] !== undefined) {
    const to = parseTarget(more[0]);
    if (!to.ok) return to;
    const { migrateData } = await import('./migrate-data.ts');
    return migrateData(to.value, config);
  }
  if (word === 'ha') {
    const { haCommand } = await import('../servers/command.ts');
    return haCommand(words.slice(1), config);
  }
  const known = (word === 'reset-password' && more.length === 0) || (word === 'rotate-key' && words.length === 1);
  if (!known) return fail({ id: 'recovery.usage', values: { restore: RESTORE } });
  const { dataDir, databaseUrl, access } = config;
  if (word === 'rotate-key' && access.encryptionKey) return fail({ id: 'recovery.keyInVariable' });
  const log = createLogger('silent');
  const options = { dataDir, databaseUrl, encryptionKey: access.encryptionKey, clock: systemClock, log };
  if (word === 'rotate-key') return rotate(options);
  const opened = await openStore(options);
  if (!opened.ok) return fail(otherWords(opened.error.message));
  const store = opened.value;
  try {
    return await resetPassword(store, dataDir, name);
  } finally {
    await store.close();
  }
}

/** `files`, or the address of a database. */
function parseTarget(text: string): Result<string, Sentence> {
  const problems: Problem[] = [];
  const address = text === 'files' ? text : parseDatabase({ BELFRY_DATABASE_URL: text }, (each) => problems.push(each));
  if (address !== undefined) return ok(address);
  return fail({ id: 'migrate.target', values: { found: problems[0]?.found ?? 'nothing' } });
}

async function rotate(options: StoreOptions): Promise<Result<Sentence, Sentence>> {
  const rotated = await rotateDataDir(options);
  if (!rotated.ok) return fail(otherWords(rotated.error));
  const second: Sentence[] = options.databaseUrl === undefined ? [] : [{ id: 'recovery.secondKey' }];
  return ok({ id: 'recovery.rotated', values: { ...rotated.value, second } });
}
