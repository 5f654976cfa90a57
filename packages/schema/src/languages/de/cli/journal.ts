import type { messages } from '../../../../../../apps/cli/src/messages/journal.ts';
import type { Translation } from '../../translation.ts';

export const journal: Translation<typeof messages> = {
  heads: ['ZEIT', 'WER', 'RESSOURCE', 'WAS GEÄNDERT WURDE'],
  none: 'Keine Änderung ist bekannt.',
  events: { changed: 'geändert', created: 'angelegt', removed: 'entfernt' },
  between: (since) => `seit ${since}`,
  notNamed: 'nicht genannt',
  change: (field, before, after) => `${field}: ${before} → ${after}`,
  unset: 'nicht gesetzt',
  more: (cursor) => `Es gibt ältere: --cursor ${cursor}`,
};
