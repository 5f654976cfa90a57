// What the environment sets for backups of Belfry itself.
import type { Variable } from './access.ts';
import { parseS3, S3_URL, type S3Config } from './backup-s3.ts';
import type { Problem } from './env.ts';

export interface BackupConfig {
  /** Without a folder and a store Belfry makes no backups. */
  folder: string | undefined;
  /** A store that speaks S3. */
  s3: S3Config | undefined;
  /** Empty when none is set; then there is no folder and no store either. */
  passphrase: string;
  /** A calendar event. It is checked later: a mistake in it must not stop the monitoring. */
  schedule: string;
  /** How many backups stay in each place. */
  keep: number;
}

const FOLDER = 'BELFRY_BACKUP_DIR';
const PASSPHRASE = 'BELFRY_BACKUP_PASSPHRASE';
const SHORTEST = 12;

interface Found {
  variable: Variable;
  flag(name: string): boolean;
  whole(name: string, unset: number, min: number, max: number): number;
  report(problem: Problem): void;
}

export function parseBackup({ variable, flag, whole, report }: Found): BackupConfig {
  const text = (name: string, unset: string) => variable(name, unset, '', (found) => found);
  const folder = text(FOLDER, '') || undefined;
  const s3 = parseS3({ variable, flag, report });
  const passphrase = text(PASSPHRASE, '');
  // never the passphrase itself
  if ((folder !== undefined || s3) && passphrase.length < SHORTEST)
    report({
      variable: PASSPHRASE,
      expected: `a passphrase of at least ${SHORTEST} characters, because ${folder === undefined ? S3_URL : FOLDER} is set`,
      found: passphrase === '' ? 'nothing' : `${passphrase.length} characters`,
    });
  return {
    folder,
    s3,
    passphrase,
    schedule: text('BELFRY_BACKUP_SCHEDULE', '03:30'),
    keep: whole('BELFRY_BACKUP_KEEP', 14, 1, 1000),
  };
}
