import { plural } from '../../../../../../apps/web/src/lib/language/format.ts';
import type { messages } from '../../../../../../apps/web/src/ui/journal/messages.ts';
import type { Translation } from '../../translation.ts';

export const journalChange: Translation<typeof messages> = {
  tones: { well: 'Wie es sein soll', note: 'Einen Blick wert', unknown: 'Nicht bekannt' },
  readAgo: (when) => `Gelesen ${when}.`,
  created: 'angelegt',
  removed: 'entfernt',
  own: {
    instances: 'Host',
    users: 'Benutzer',
    tokens: 'API-Token',
    maintenance: 'Wartungsfenster',
    'destinations.webhooks': 'Webhook',
    sites: 'Standort',
  },
  arrow: 'wird',
  notSet: 'nicht gesetzt',
  more: (count) => `und ${plural(count, 'weiteres Feld', 'weitere Felder')}`,
  of: (name, text) => `${name}: ${text}`,
  by: (user) => `von ${user}`,
  before: (time) => `${time} davor:`,
  between: (least, most) => `${least} bis ${most} davor:`,
  showMoment: 'Den Zeitpunkt in den Diagrammen zeigen',
  showChange: 'Die Änderung zeigen',
};
