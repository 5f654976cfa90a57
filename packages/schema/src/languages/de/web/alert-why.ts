import type { messages } from '../../../../../../apps/web/src/alert-config/why/messages.ts';
import type { Translation } from '../../translation.ts';

export const alertWhy: Translation<typeof messages> = {
  title: 'Warum gibt es keinen anderen Alarm?',
  ofResource: (name) => `Was jede Regel über ${name} sagt`,
  loading: 'Die Regeln werden gefragt...',
  nothing: 'Keine Regel hat hier etwas zu vergleichen.',
  statuses: {
    none: 'kein Alarm',
    pending: 'noch kein Alarm',
    attached: 'durch einen anderen Alarm erklärt',
    active: 'Alarm',
    acknowledged: 'Alarm, quittiert',
  },
  explaining: 'Der Alarm, der ihn erklärt',
  heldBack: {
    acknowledgement: 'Zurückgehalten: quittiert',
    silence: 'Zurückgehalten: stummgeschaltet',
    maintenance: 'Zurückgehalten: Wartung',
    flapping: 'Beginnt und endet zu oft',
    cause: 'Zurückgehalten: Ein anderer Alarm erklärt ihn',
    quietHours: 'Zurückgehalten: Ruhezeiten',
    routing: 'Zurückgehalten: ein Filter des Ziels',
    hours: 'Zurückgehalten: Zeiten des Ziels',
    hourLimit: 'Zurückgehalten: die Grenze der Nachrichten pro Stunde',
    grouping: 'Zurückgehalten: wartet auf andere',
    disabled: 'Zurückgehalten: Das Ziel ist ausgeschaltet',
    itself: 'Zurückgehalten: Der Alarm handelt vom Ziel',
  },
  until: (held, time) => `${held}, bis ${time}`,
};
