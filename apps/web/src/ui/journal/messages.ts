// The texts of a change, wherever it is shown.
import { plural } from '../../lib/language/format.ts';
import { inLanguage } from '../../lib/language/in-language.ts';

export const messages = inLanguage('journalChange', {
  tones: { well: 'As it should be', note: 'Worth a look', unknown: 'Not known' },
  readAgo: (when: string) => `Read ${when}.`,
  created: 'created',
  removed: 'removed',
  arrow: 'becomes',
  /** The lists of the configuration of Belfry: what one entry is. */
  own: {
    instances: 'Host',
    users: 'User',
    tokens: 'API token',
    maintenance: 'Maintenance window',
    'destinations.webhooks': 'Webhook',
    sites: 'Site',
  },
  notSet: 'not set',
  more: (count: number) => `and ${plural(count, 'more field')}`,
  /** `text`: a change with its fields. */
  of: (name: string, text: string) => `${name}: ${text}`,
  by: (user: string) => `by ${user}`,
  before: (time: string) => `${time} before:`,
  between: (least: string, most: string) => `${least} to ${most} before:`,
  showMoment: 'Show the moment in the charts',
  showChange: 'Show the change',
});
