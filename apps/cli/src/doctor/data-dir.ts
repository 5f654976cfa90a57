// Checks of the data directory, for a user of the machine itself.
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { words } from '../language/in-language.ts';
import { messages } from '../messages/doctor.ts';
import { type Finding, note, problem } from './finding.ts';

/** With less room than this a day of history may not fit. */
const ENOUGH_BYTES = 512 * 1024 * 1024;

/** `keyInEnv`: the key of the secrets comes from BELFRY_ENCRYPTION_KEY. */
export function checkDataDir(dir: string, keyInEnv: boolean): Finding[] {
  const text = messages.dataDir;
  if (!existsSync(dir)) return [problem(text.missing(dir), text.missingCure)];
  return [...permissions(dir), ...room(dir), ...files(dir, keyInEnv)];
}

function permissions(dir: string): Finding[] {
  const { mode, uid } = statSync(dir);
  const text = messages.dataDir;
  const found: Finding[] = [];
  try {
    accessSync(dir, constants.W_OK | constants.X_OK);
  } catch {
    found.push(problem(text.notWritable(dir), text.notWritableCure(`chown -R USER ${dir}`)));
  }
  if (mode & 0o007) found.push(problem(text.open(dir), `chmod 700 ${dir}`));
  const database = path.join(dir, 'belfry.db');
  if (existsSync(database) && statSync(database).uid !== uid)
    found.push(problem(text.otherOwner(dir), `chown -R $(stat -c %u ${dir}) ${dir}`));
  return found;
}

function room(dir: string): Finding[] {
  const { bavail, bsize } = statfsSync(dir);
  const free = bavail * bsize;
  const { full, fullCure } = messages.dataDir;
  return free < ENOUGH_BYTES ? [problem(full(words().bytes(free)), fullCure)] : [];
}

function files(dir: string, keyInEnv: boolean): Finding[] {
  const hasDatabase = existsSync(path.join(dir, 'belfry.db'));
  const hasKey = existsSync(path.join(dir, 'keys/belfry.key'));
  const text = messages.dataDir;
  if (!hasDatabase) return [note(text.noDatabase(dir), text.noDatabaseCure)];
  return hasKey || keyInEnv ? [] : [problem(text.noKey(dir), text.noKeyCure)];
}
