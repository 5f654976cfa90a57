// The places that the environment names for backups.
import type { BackupConfig } from '../../config/backup.ts';
import type { Clock } from '../../lib/clock.ts';
import type { BackupStore } from './backup-store.ts';
import { createFolderStore } from './folder-store.ts';
import { createS3Store } from './s3/s3-store.ts';

export const storesOf = ({ folder, s3 }: Pick<BackupConfig, 'folder' | 's3'>, clock: Clock): BackupStore[] => [
  ...(folder === undefined ? [] : [createFolderStore(folder)]),
  ...(s3 ? [createS3Store(s3, clock)] : []),
];
