// Sentences about time zones.

export const zones = {
  'zone.meant': '"{typed}" is not a time zone. Did you mean {name}?',
  'zone.unknown': '"{typed}" is not a time zone. Use a name such as Europe/Berlin',
  'zone.quietHours': 'Quiet hours hold back nothing: "{zone}" is not a time zone. Choose another one.',
  'zone.window':
    'The maintenance window "{window}" is never in force: "{zone}" is not a time zone. Choose another one.',
  'zone.hours': 'The hours of "{destination}" hold back nothing: "{zone}" is not a time zone. Choose another one.',
  'zone.machineUnnamed': 'The time zone of this machine has no name (TZ), so UTC is used.',
  'zone.machineUnknown': 'The time zone of this machine does not exist: TZ is "{zone}". Times are those of {own}.',
} as const;
