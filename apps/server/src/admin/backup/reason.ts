// Why a backup failed: a sentence for the administrator, and a name for a client that translates it.
import type { NamedText } from '@belfry/schema/named-text';
import { BackupError } from '../../db/backup/backup-error.ts';
import { whyUnwritable } from '../../db/disk.ts';

export function reasonOf(error: unknown, folder: string): string {
  if (error instanceof BackupError) return error.message;
  const { code, message, path = folder } = error as NodeJS.ErrnoException;
  const full = whyUnwritable(error);
  if (full !== undefined) return `${full} (${path}).`;
  if (code === 'ENOENT')
    return `${path} does not exist. Belfry does not make the folder: a disk that is not mounted would go unnoticed.`;
  if (code === 'EACCES' || code === 'EPERM') return `Belfry may not write to ${path}.`;
  return message;
}

/** Undefined for an error that has only its own words. */
export function causeOf(error: unknown, folder: string): NamedText | undefined {
  if (error instanceof BackupError) return undefined;
  const { code, path = folder } = error as NodeJS.ErrnoException;
  const id = code === undefined ? undefined : ids[code];
  return id === undefined ? undefined : { id, values: { path } };
}

const ids: Readonly<Record<string, string>> = {
  ENOENT: 'missing',
  ...{ EACCES: 'forbidden', EPERM: 'forbidden', EROFS: 'read-only' },
  ...{ ENOSPC: 'full', EDQUOT: 'full' },
};
