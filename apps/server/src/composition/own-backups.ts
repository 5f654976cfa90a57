// Puts together the backups of Belfry itself: what writes one, where they are kept, and when.
import { type Backups, createBackups } from '../admin/backup/backups.ts';
import { storesOf } from '../admin/backup/stores.ts';
import { writerOf } from '../admin/backup/writer.ts';
import { version } from '../config/build.ts';
import type { Config } from '../config/env.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';

export interface OwnBackupsDeps {
  config: Pick<Config, 'backup' | 'dataDir' | 'databaseUrl' | 'access'>;
  clock: Clock;
  log: Logger;
}

export function createOwnBackups({ config, clock, log }: OwnBackupsDeps): Backups {
  const { backup, dataDir, databaseUrl, access } = config;
  const make = writerOf({ config: backup, dataDir, databaseUrl, encryptionKey: access.encryptionKey, version, clock });
  return createBackups({ config: backup, stores: storesOf(backup, clock), version, dataDir, make, clock, log });
}
