import type { messages } from '../../features/settings/updates/messages.ts';
import type { Translation } from './translation.ts';

export const settingsUpdates: Translation<typeof messages> = {
  table: 'Update-Verlauf',
  failed: 'Der Verlauf konnte nicht geladen werden.',
  none: 'Noch keine Updates',
  noneHint: (running) => `Seit der Installation lief hier nur ${running}.`,
  kinds: { update: 'Update', rollback: 'Rückkehr' },
  version: 'Version',
  started: 'Zuerst gestartet',
  kind: 'Art',
  installed: 'Installiert als',
  channel: 'Kanal',
};
