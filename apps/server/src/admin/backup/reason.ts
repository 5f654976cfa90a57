// Why a backup failed, in a sentence for the administrator.
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
