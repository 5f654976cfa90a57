import type { messages } from '../../../../../../apps/web/src/ui/disk-health/messages.ts';
import type { Translation } from '../../translation.ts';

export const diskHealth: Translation<typeof messages> = {
  healthy: 'OK',
  failed: 'DEFEKT',
  worn: 'ABGENUTZT',
  unknown: 'UNBEKANNT',
};
