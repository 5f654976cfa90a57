import type { messages } from '../../../../../../apps/web/src/features/alerts/messages.ts';
import type { Translation } from '../../translation.ts';

export const alerts: Translation<typeof messages> = {
  pagesLabel: 'Seiten der Alarme',
  status: 'Status',
  configuration: 'Einstellungen',
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
    noise: {
      name: 'Lärm',
      title: 'Lärm',
      description: 'Was oft Alarme auslöst und selten jemanden kümmert, und was es leiser gemacht hätte.',
    },
    thresholds: {
      name: 'Schwellwerte',
      title: 'Schwellwerte der Alarme',
      description: 'Ab welchem Wert etwas einen Alarm auslöst.',
    },
    destinations: {
      name: 'Benachrichtigungen',
      title: 'Ziele der Benachrichtigungen',
      description: 'Wer auf welchem Weg benachrichtigt wird, und ob es ankam.',
    },
    schedule: {
      name: 'Zeitplan',
      title: 'Wartung und Zeiten',
      description: 'Wann Alarme gemeldet, zurückgehalten, wiederholt und weitergegeben werden.',
    },
  },
};
