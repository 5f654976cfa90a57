// The texts of the update history.
import { inLanguage } from '../../../lib/language/in-language.ts';

export const messages = inLanguage('settingsUpdates', {
  table: 'Update history',
  failed: 'The history could not be loaded.',
  none: 'No updates yet',
  noneHint: (running: string) => `Since Belfry was installed here, only ${running} has run.`,
  kinds: { update: 'Update', rollback: 'Rollback' },
  version: 'Version',
  started: 'First started',
  kind: 'Kind',
  installed: 'Installed as',
  channel: 'Channel',
});
