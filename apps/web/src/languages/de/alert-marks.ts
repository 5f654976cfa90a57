import type { messages } from '../../ui/alerts/messages.ts';
import type { Translation } from './translation.ts';

export const alertMarks: Translation<typeof messages> = {
  title: 'Alarme',
  levels: { critical: 'Kritisch', warning: 'Warnung' },
  acknowledged: 'quittiert',
  acknowledgedBy: (user) => `quittiert von ${user}`,
  silenced: 'stumm',
};
