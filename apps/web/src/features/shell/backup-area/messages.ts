// The texts of the line above the parts of the backups.
import { inLanguage } from '../../../lib/language/in-language.ts';

export const messages = inLanguage('backupArea', {
  parts: 'Parts of the backups',
  protection: 'Protection',
  all: 'All backups',
  tests: 'Restore tests',
  reports: 'Reports',
});
