// The texts of the page of the schedule.
import { inLanguage } from '../../../lib/language/in-language.ts';

export const messages = inLanguage('alertSchedule', {
  places: {
    'quietHours enabled': 'Quiet hours',
    'quietHours start': 'Quiet hours start',
    'quietHours end': 'Quiet hours end',
    'quietHours timezone': 'Time zone of quiet hours',
    'quietHours days': 'Days of quiet hours',
    'quietHours suppress performance': 'Quiet hours hold back critical performance alerts',
    'quietHours suppress storage': 'Quiet hours hold back critical storage alerts',
    'quietHours suppress offline': 'Quiet hours hold back critical offline alerts',
    cooldown: 'Repeat after',
    maxAlertsHour: 'Alerts per hour',
    groupingWindow: 'Grouping window',
    'grouping enabled': 'Smart grouping',
    'grouping window': 'Grouping window',
    'grouping byNode': 'Group by node',
    'grouping byGuest': 'Group by guest',
    'escalation enabled': 'Alert escalation',
    'escalation levels': 'Escalation levels',
  },
  enabled: 'Enabled',
  disabled: 'Disabled',
  bounds: (min: number, max: number) => `${min} to ${max}`,
  outside: (min: number, max: number) => `Use a whole number from ${min} to ${max}`,

  cooldown: {
    title: 'Alert cooldown',
    off: 'An alert is sent once and not again.',
    repeat: 'Repeat after, minutes',
    perHour: 'At most, per hour',
    perHourHint: '1 to 10, for each alert',
  },
  grouping: {
    title: 'Smart grouping',
    off: 'Each alert is a message of its own, sent at once.',
    window: 'Collect for, minutes',
  },

  minutes: (count: number) => `${count} min`,
  channels: { email: 'E-mail', webhook: 'Webhooks', all: 'All' },
  level: (after: number, channel: string) => `${channel} after ${after} min`,
  noLevels: 'none',
  noDays: 'no days',
  anyNumber: 'any number',
});
