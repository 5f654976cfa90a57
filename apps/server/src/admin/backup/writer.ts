// Makes a backup of the data directory, and of the database where that is elsewhere. The code for it is loaded when it is first used.
import path from 'node:path';
import type { BackupConfig } from '../../config/backup.ts';
import { BackupError } from '../../db/backup/backup-error.ts';
import { loadKey } from '../../db/key.ts';
import { type Clock, iso } from '../../lib/clock.ts';
import type { BackupsDeps } from './backups.ts';

interface Writing {
  config: Pick<BackupConfig, 'passphrase'>;
  dataDir: string;
  /** Set: the data is in PostgreSQL. */
  databaseUrl: string | undefined;
  encryptionKey: string | undefined;
  version: string;
  clock: Pick<Clock, 'now'>;
}

export function writerOf({
  config,
  dataDir,
  databaseUrl,
  encryptionKey,
  version,
  clock,
}: Writing): BackupsDeps['make'] {
  return async () => {
    const { writeBackup } = await import('../../db/backup/backup-file.ts');
    const key = loadKey({ file: path.join(dataDir, 'keys', 'belfry.key'), fromEnv: encryptionKey });
    if (!key.ok) throw new BackupError(key.error.message);
    if (!key.value) throw new BackupError('the key of the secrets, keys/belfry.key in the data directory, is missing.');
    const facts = { version, createdAt: iso(clock.now()) };
    return writeBackup({ dataDir, databaseUrl, key: key.value, passphrase: config.passphrase, facts });
  };
}
