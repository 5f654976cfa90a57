// The name of a backup. Whatever has another name is never touched.
import type { OwnBackup } from '@belfry/schema/http/own-backups';
import { iso } from '../../lib/clock.ts';

const NAME = /^belfry-(\d[\w.+-]*)-(\d{8}T\d{6}Z)\.belfry-backup$/;

/** All names of backups begin so. */
export const BEGINNING = 'belfry-';

/** `at` epoch ms. */
export const nameOf = (version: string, at: number): string =>
  `${BEGINNING}${version}-${iso(at).replaceAll(/[-:]|\.\d+/g, '')}.belfry-backup`;

/** Undefined when the file is not named like a backup. */
export function backupOf(file: string, sizeBytes: number): OwnBackup | undefined {
  const [, version, stamp] = NAME.exec(file) ?? [];
  const at = isoOf(stamp);
  return version === undefined || at === undefined ? undefined : { file, at, sizeBytes, version };
}

export const newestFirst = (backups: readonly OwnBackup[]): OwnBackup[] =>
  backups.toSorted((a, b) => (a.at < b.at ? 1 : -1));

/** Undefined when this is no time that exists. */
function isoOf(stamp = ''): string | undefined {
  const ms = Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  return Number.isNaN(ms) ? undefined : iso(ms);
}
