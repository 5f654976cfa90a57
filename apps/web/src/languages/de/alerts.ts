import type { messages } from '../../features/alerts/messages.ts';
import { plural } from '../../lib/language/format.ts';
import type { Translation } from './translation.ts';

export const alerts: Translation<typeof messages> = {
  pagesLabel: 'Seiten der Alarme',
  status: 'Status',
  pages: {
    overview: {
      name: 'Übersicht',
      title: 'Alarme im Überblick',
      description: 'Was gerade nicht stimmt, seit wann, und wer davon weiß.',
    },
    history: {
      name: 'Verlauf',
      title: 'Verlauf der Alarme',
      description: 'Was nicht stimmte, wie lange, und wer sich darum gekümmert hat.',
    },
  },
  loading: 'Alarme werden geladen...',
  days: (count) => plural(count, 'Tag', 'Tage'),
  seconds: (count) => `${count} s`,
  table: 'Aktive Alarme',
  none: 'Keine aktiven Alarme',
  noneHint: 'Alarme erscheinen hier, sobald Schwellwerte überschritten werden.',
  acknowledged: 'quittiert',
  acknowledgedBy: (user) => `quittiert von ${user}`,
  silencedUntil: (time) => `stumm bis ${time}`,
  maintenance: (name) => `Wartung: ${name}`,
  affects: (count, named) =>
    `Betrifft ${named.join(', ')}${count > named.length ? ` und ${count - named.length} weitere` : ''}`,
  levels: { critical: 'Kritisch', warning: 'Warnung' },
  acknowledge: 'Quittieren',
  unacknowledge: 'Quittierung aufheben',
  actionOf: (action, resource, type) => `${action}: ${resource}, ${type}`,
  readOnly: 'Diese Demo ist schreibgeschützt, darum können Alarme hier nicht quittiert werden.',
  acknowledgedToast: 'Alarm quittiert',
  restoredToast: 'Quittierung aufgehoben',
  acknowledgeFailed: 'Der Alarm konnte nicht quittiert werden',
  restoreFailed: 'Die Quittierung konnte nicht aufgehoben werden',
  notConfirmed: 'Der Server hat die Quittierung nicht rechtzeitig bestätigt. Die Daten werden neu geladen.',
};
