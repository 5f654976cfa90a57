import type { messages } from '../../features/alerts/schedule/messages.ts';
import type { Translation } from './translation.ts';

export const alertSchedule: Translation<typeof messages> = {
  places: {
    'quietHours enabled': 'Ruhezeit',
    'quietHours start': 'Beginn der Ruhezeit',
    'quietHours end': 'Ende der Ruhezeit',
    'quietHours timezone': 'Zeitzone der Ruhezeit',
    'quietHours days': 'Tage der Ruhezeit',
    'quietHours suppress performance': 'Ruhezeit hält kritische Leistungsalarme zurück',
    'quietHours suppress storage': 'Ruhezeit hält kritische Speicheralarme zurück',
    'quietHours suppress offline': 'Ruhezeit hält kritische Offline-Alarme zurück',
    cooldown: 'Wiederholung nach',
    maxAlertsHour: 'Meldungen je Stunde',
    groupingWindow: 'Zeitfenster der Bündelung',
    'grouping enabled': 'Bündelung',
    'grouping window': 'Zeitfenster der Bündelung',
    'grouping byNode': 'Bündeln nach Knoten',
    'grouping byGuest': 'Bündeln nach Gast',
    'escalation enabled': 'Eskalation',
    'escalation levels': 'Stufen der Eskalation',
  },
  enabled: 'Eingeschaltet',
  disabled: 'Ausgeschaltet',
  bounds: (min, max) => `${min} bis ${max}`,
  outside: (min, max) => `Bitte eine ganze Zahl von ${min} bis ${max}`,

  cooldown: {
    title: 'Wiederholung',
    off: 'Ein Alarm wird einmal gemeldet und nicht wiederholt.',
    repeat: 'Wiederholen nach, Minuten',
    perHour: 'Höchstens, je Stunde',
    perHourHint: '1 bis 10, für jeden Alarm',
  },
  grouping: {
    title: 'Bündelung',
    off: 'Jeder Alarm ist eine eigene Meldung und geht sofort hinaus.',
    window: 'Sammeln für, Minuten',
  },

  minutes: (count) => `${count} min`,
  channels: { email: 'E-Mail', webhook: 'Webhooks', all: 'Alle' },
  level: (after, channel) => `${channel} nach ${after} min`,
  noLevels: 'keine',
  noDays: 'keine Tage',
  anyNumber: 'beliebig viele',
};
