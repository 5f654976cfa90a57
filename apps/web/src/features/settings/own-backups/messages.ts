// The texts of the backups that Belfry makes of itself.
import { plural } from '../../../lib/language/format.ts';
import { inLanguage } from '../../../lib/language/in-language.ts';

export const messages = inLanguage('ownBackups', {
  title: 'Scheduled backups of Belfry',
  hint: 'The server writes copies of everything, accounts and tokens too.',
  adminOnly: 'Only an administrator can see and make backups of Belfry.',
  loadFailed: 'The backups could not be loaded.',
  outdated: (ago: string) => `The server does not answer. This is what it said ${ago}.`,

  off: 'No scheduled backups',
  offText:
    'Set these two variables in the environment of Belfry, and restart it. A store that speaks S3 needs BELFRY_BACKUP_S3_URL and its keys.',
  offLocal:
    'The folder must exist. Keep the passphrase in another place than the backups: without it, nobody can open them.',
  variables: 'the variables',

  now: 'Back up now',
  working: 'Backing up...',
  made: (file: string, size: string) => `Belfry made ${file} (${size}).`,
  notMade: 'The backup was not made.',

  good: (ago: string) => `The last good backup was made ${ago}.`,
  none: 'There is no backup yet.',
  failed: 'The last attempt failed.',
  failedBut: (ago: string) => `The last attempt failed. The last good backup was made ${ago}.`,
  wrongSchedule: 'The schedule is not valid.',
  since: (moment: string) => `Since ${moment}.`,
  triedAgain: 'Belfry tries again each hour.',
  /** What is wrong, and what to do about it. */
  causes: {
    missing: ({ path = '' }) => [
      `${path} does not exist.`,
      'Mount the disk, or make the folder. Belfry does not make it: a disk that is not mounted would go unnoticed.',
    ],
    forbidden: ({ path = '' }) => [
      `Belfry may not write to ${path}.`,
      'Give the folder to the user that runs Belfry. A service of systemd needs ReadWritePaths= with the folder, a container needs it as a volume.',
    ],
    'read-only': ({ path = '' }) => [`${path} is read-only.`, 'Mount the disk so that Belfry can write to it.'],
    full: ({ path = '' }) => [`The disk is full: ${path}.`, 'Make room, or lower BELFRY_BACKUP_KEEP.'],
    schedule: ({ schedule = '' }) => [
      `BELFRY_BACKUP_SCHEDULE is "${schedule}", which is no time that comes.`,
      'Write it like 03:30, mon..fri 22:00 or *-*-01 04:00, and restart Belfry. It makes no backups by itself until then.',
    ],
  } as Record<string, (values: Readonly<Record<string, string>>) => readonly [reason: string, advice: string]>,

  next: 'Next',
  noNext: 'None',
  schedule: 'Schedule',
  place: 'Written to',
  held: (count: number) => plural(count, 'backup'),
  placeFailed: 'failed',
  keeps: 'Kept',
  keep: (count: number) => (count === 1 ? 'The newest one' : `The newest ${count}`),

  list: 'Backups of Belfry',
  at: 'Made',
  version: 'Version',
  size: 'Size',
  file: 'File',
  all: (count: number) => `Show all ${count}`,
  fewer: 'Show fewer',

  restore:
    'A restore is done on the machine of Belfry while Belfry does not run, with the passphrase in BELFRY_BACKUP_PASSPHRASE_FILE:',
  command: 'the command',
});
