// `belfry backup`
import { inLanguage } from '../language/in-language.ts';

export const messages = inLanguage('ownBackups', {
  made: (file: string, size: string) => `Belfry made ${file} (${size}).`,
  off: 'Belfry makes no backups of itself. Set BELFRY_BACKUP_DIR or BELFRY_BACKUP_S3_URL, and BELFRY_BACKUP_PASSPHRASE.',
  heads: ['FILE', 'MADE', 'SIZE'],
  none: 'There are no backups.',
  place: (place: string, held: string) => `In ${place}: ${held}`,
  next: (at: string) => `The next one: ${at}.`,
  notKnown: (problem: string) => `not known, because it cannot be read. ${problem}`,
  lastRead: (count: number, problem: string) => `${count} when it was last read. It cannot be read now. ${problem}`,
  lastReadNewest: (count: number, newest: string, problem: string) =>
    `${count} when it was last read, the newest of ${newest}. It cannot be read now. ${problem}`,
  causes: {
    missing: (path: string) =>
      `${path} does not exist. Belfry does not make the folder: a disk that is not mounted would go unnoticed.`,
    forbidden: (path: string) => `Belfry may not write to ${path}.`,
    'read-only': (path: string) => `${path} is read-only.`,
    full: (path: string) => `The disk is full: ${path}.`,
    schedule: (schedule: string) =>
      `BELFRY_BACKUP_SCHEDULE is "${schedule}", which is no time that comes. Belfry makes no backups of itself until then.`,
  },
  restoreElsewhere:
    'A restore needs the program of the server: run "belfry backup restore" of an installation, or apps/server/dist/main.js with the same words.',
});
