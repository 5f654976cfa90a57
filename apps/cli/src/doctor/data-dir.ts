// Checks of the data directory, for a user of the machine itself.
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { formatBytes } from '@belfry/domain/format';
import { type Finding, note, problem } from './finding.ts';

/** With less room than this a day of history may not fit. */
const ENOUGH_BYTES = 512 * 1024 * 1024;

/** `keyInEnv`: the key of the secrets comes from BELFRY_ENCRYPTION_KEY. */
export function checkDataDir(dir: string, keyInEnv: boolean): Finding[] {
  if (!existsSync(dir))
    return [
      problem(
        `The data directory ${dir} does not exist.`,
        'Give the right one with --data-dir or BELFRY_DATA_DIR, or start Belfry once.',
      ),
    ];
  return [...permissions(dir), ...room(dir), ...files(dir, keyInEnv)];
}

function permissions(dir: string): Finding[] {
  const { mode, uid } = statSync(dir);
  const found: Finding[] = [];
  try {
    accessSync(dir, constants.W_OK | constants.X_OK);
  } catch {
    found.push(
      problem(
        `The data directory ${dir} is not writable for this user.`,
        `Run the doctor as the user of Belfry, or give that user the folder: chown -R USER ${dir}`,
      ),
    );
  }
  if (mode & 0o007)
    found.push(problem(`Every user of this machine may open the data directory ${dir}.`, `chmod 700 ${dir}`));
  const database = path.join(dir, 'belfry.db');
  if (existsSync(database) && statSync(database).uid !== uid)
    found.push(
      problem(`The database belongs to another user than its folder ${dir}.`, `chown -R $(stat -c %u ${dir}) ${dir}`),
    );
  return found;
}

function room(dir: string): Finding[] {
  const { bavail, bsize } = statfsSync(dir);
  const free = bavail * bsize;
  return free < ENOUGH_BYTES
    ? [
        problem(
          `The disk of the data directory has only ${formatBytes(free)} left.`,
          'Free some room, or shorten the history in the settings under History.',
        ),
      ]
    : [];
}

function files(dir: string, keyInEnv: boolean): Finding[] {
  const hasDatabase = existsSync(path.join(dir, 'belfry.db'));
  const hasKey = existsSync(path.join(dir, 'keys/belfry.key'));
  if (!hasDatabase)
    return [
      note(
        `There is no database in ${dir}.`,
        'It is made at the first start. If Belfry ran before, this is another folder than the one it uses.',
      ),
    ];
  if (!hasKey && !keyInEnv)
    return [
      problem(
        `The key of the secrets, keys/belfry.key in ${dir}, is missing.`,
        'Restore it from a backup, or set BELFRY_ENCRYPTION_KEY. Without it the stored passwords cannot be read and have to be entered again.',
      ),
    ];
  return [];
}
