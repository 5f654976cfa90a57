// What the environment sets for backups of Belfry itself.
import type { Variable } from './access.ts';
import type { Problem } from './env.ts';

export interface BackupConfig {
  /** Undefined: Belfry makes no backups. */
  folder: string | undefined;
  /** Empty when none is set; then there is no folder either. */
  passphrase: string;
  /** A calendar event. It is checked later: a mistake in it must not stop the monitoring. */
  schedule: string;
  /** How many backups stay in the folder. */
  keep: number;
}

const FOLDER = 'BELFRY_BACKUP_DIR';
const PASSPHRASE = 'BELFRY_BACKUP_PASSPHRASE';
const SHORTEST = 12;

interface Found {
  variable: Variable;
  whole(name: string, unset: number, min: number, max: number): number;
  report(problem: Problem): void;
}

export function parseBackup({ variable, whole, report }: Found): BackupConfig {
  const text = (name: string, unset: string) => variable(name, unset, '', (found) => found);
  const folder = text(FOLDER, '') || undefined;
  const passphrase = text(PASSPHRASE, '');
  // never the passphrase itself
  if (folder !== undefined && passphrase.length < SHORTEST)
    report({
      variable: PASSPHRASE,
      expected: `a passphrase of at least ${SHORTEST} characters, because ${FOLDER} is set`,
      found: passphrase === '' ? 'nothing' : `${passphrase.length} characters`,
    });
  return {
    folder,
    passphrase,
    schedule: text('BELFRY_BACKUP_SCHEDULE', '03:30'),
    keep: whole('BELFRY_BACKUP_KEEP', 14, 1, 1000),
  };
}
