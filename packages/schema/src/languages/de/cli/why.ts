import type { messages } from '../../../../../../apps/cli/src/messages/why.ts';
import type { Translation } from '../../translation.ts';

export const why: Translation<typeof messages> = {
  title: (name, id) => `${name} (${id})`,
  nothing: 'Keine Regel hat hier etwas zu vergleichen.',
  statuses: {
    none: 'kein Alarm',
    pending: 'noch kein Alarm',
    attached: 'durch einen anderen Alarm erklärt',
    active: 'Alarm',
    acknowledged: 'Alarm, bestätigt',
  },
  heldBack: {
    acknowledgement: 'Seine Nachrichten sind zurückgehalten: Er ist bestätigt',
    silence: 'Seine Nachrichten sind zurückgehalten: Er ist stummgeschaltet',
    maintenance: 'Seine Nachrichten sind zurückgehalten: Wartung',
    flapping: 'Er beginnt und endet zu oft, also bleibt er, bis es eine Weile gut war',
    cause: 'Seine Nachrichten sind zurückgehalten: Ein anderer Alarm erklärt ihn',
    quietHours: 'Seine Nachrichten sind zurückgehalten: Ruhezeiten',
    routing: 'Seine Nachrichten sind zurückgehalten: ein Filter des Ziels',
    hours: 'Seine Nachrichten sind zurückgehalten: Zeiten des Ziels',
    hourLimit: 'Seine Nachrichten sind zurückgehalten: die Grenze der Nachrichten pro Stunde',
    grouping: 'Seine Nachrichten sind zurückgehalten: Sie warten auf andere',
    disabled: 'Seine Nachrichten sind zurückgehalten: Das Ziel ist ausgeschaltet',
    itself: 'Seine Nachrichten sind zurückgehalten: Der Alarm handelt vom Ziel',
  },
  until: (time) => `, bis ${time}`,
  id: (id) => `ID: ${id}`,
};
