// Zones: the sentences of the English table of this name, in German.
import type { zones as english } from '../../../sentences/zones.ts';

export const zones: Readonly<Record<keyof typeof english, string>> = {
  'zone.meant': '„{typed}“ ist keine Zeitzone. Meinten Sie {name}?',
  'zone.unknown': '„{typed}“ ist keine Zeitzone. Verwenden Sie einen Namen wie Europe/Berlin',
  'zone.quietHours': 'Die Ruhezeiten halten nichts zurück: „{zone}“ ist keine Zeitzone. Wählen Sie eine andere.',
  'zone.window': 'Das Wartungsfenster „{window}“ gilt nie: „{zone}“ ist keine Zeitzone. Wählen Sie eine andere.',
  'zone.hours':
    'Die Zeiten von „{destination}“ halten nichts zurück: „{zone}“ ist keine Zeitzone. Wählen Sie eine andere.',
  'zone.machineUnnamed': 'Die Zeitzone dieses Rechners hat keinen Namen (TZ), deshalb gilt UTC.',
  'zone.machineUnknown': 'Die Zeitzone dieses Rechners gibt es nicht: TZ ist „{zone}“. Es gelten die Zeiten von {own}.',
};
