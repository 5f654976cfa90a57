import type { messages } from '../../../../../../apps/web/src/ui/forecast/messages.ts';
import type { Translation } from '../../translation.ts';

export const forecast: Translation<typeof messages> = {
  fullAbout: 'Voll etwa',
  notInSight: 'nicht innerhalb von fünf Jahren',
  interval: (earliest, latest) => `${earliest} bis ${latest}`,
  intervalHint:
    'In 80 von 100 Fällen ist er in dieser Zeit voll. Die Breite wurde an der Vergangenheit aller Speicher und Datenspeicher erprobt.',
  noDate: {
    short: 'keine Vorhersage: weniger als sechs Wochen sind bekannt',
    step: 'keine Vorhersage: er hat sich auf einen Schlag geändert',
    uneven: 'keine Vorhersage: er wächst zu ungleichmäßig',
  },
  noWearDate: {
    short: 'keine Vorhersage: zu wenig ihrer Abnutzung ist bekannt',
    step: 'keine Vorhersage: auf einmal wurde viel geschrieben',
    uneven: 'keine Vorhersage: sie nutzt sich zu ungleichmäßig ab',
  },
};
