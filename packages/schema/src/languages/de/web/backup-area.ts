import type { messages } from '../../../../../../apps/web/src/features/shell/backup-area/messages.ts';
import type { Translation } from '../../translation.ts';

export const backupArea: Translation<typeof messages> = {
  parts: 'Teile der Backups',
  protection: 'Schutz',
  all: 'Alle Backups',
  tests: 'Restore-Tests',
  reports: 'Berichte',
};
