import { plural } from '../../../../../../apps/cli/src/language/said.ts';
import type { messages } from '../../../../../../apps/cli/src/messages/alerts.ts';
import type { Translation } from '../../translation.ts';

export const alerts: Translation<typeof messages> = {
  none: 'Es gibt keine Alarme.',
  levels: { critical: 'kritisch', warning: 'Warnung' },
  on: (resource, node) => `${resource} auf ${node}`,
  acknowledged: 'bestätigt',
  acknowledgedBy: (user) => `bestätigt von ${user}`,
  unread: (time) => `seit ${time} nicht mehr gelesen`,
  id: (id) => `ID: ${id}`,
  changed: (count) => `${plural(count, 'Alarm', 'Alarme')} geändert.`,
  silenced: (until) => `Stummgeschaltet bis ${until}.`,
  noDuration: (text) => `„${text}“ ist keine Dauer. Verwenden Sie Minuten, Stunden oder Tage: 90m, 4h, 2d.`,
};
