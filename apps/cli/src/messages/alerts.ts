// `belfry alerts`
import { inLanguage } from '../language/in-language.ts';
import { plural } from '../language/said.ts';

export const messages = inLanguage('alerts', {
  none: 'There are no alerts.',
  levels: { critical: 'critical', warning: 'warning' },
  on: (resource: string, node: string) => `${resource} on ${node}`,
  acknowledged: 'acknowledged',
  acknowledgedBy: (user: string) => `acknowledged by ${user}`,
  unread: (time: string) => `not read since ${time}`,
  id: (id: string) => `id: ${id}`,
  changed: (count: number) => `${plural(count, 'alert', 'alerts')} changed.`,
  silenced: (until: string) => `Silenced until ${until}.`,
  noDuration: (text: string) => `"${text}" is no duration. Use minutes, hours or days: 90m, 4h, 2d.`,
});
