// The texts about the alerts that a destination gets.
import type { Category } from '@belfry/domain/alerts/catalogue';
import { formatCount, plural } from '../../../lib/language/format.ts';
import { inLanguage } from '../../../lib/language/in-language.ts';

const categories: Readonly<Record<Category, string>> = {
  performance: 'Performance',
  storage: 'Storage',
  offline: 'Offline',
  protection: 'Backups and replication',
  other: 'Other',
};

export const messages = inLanguage('alertRouting', {
  title: 'Which alerts go here',
  level: 'Level',
  lastWeek: (sent: number, all: number) => `In the last 7 days: ${formatCount(sent)} of ${plural(all, 'alert')}.`,
  levels: { warning: 'All levels', critical: 'Critical only' },
  types: 'Types',
  allTypes: 'All types',
  categories,
  instances: 'Instances',
  allInstances: 'All instances',
  nodes: 'Nodes',
  allNodes: 'All nodes',
  nodesHint: 'A node stands for its guests and storages too.',
  tags: 'Tags',
  allTags: 'With or without tags',
  tagsHint: 'One of them is enough.',
  more: (count: number) => `${formatCount(count)} more`,
  hours: 'Hours',
  always: 'At any time',
  atHours: 'At these hours',
  days: 'Days',
  from: 'From',
  to: 'To',
  nextDay: 'of the next day',
  timeZone: 'Time zone',
  serverZone: 'The time zone of the server',
  resolutions: 'Also say when an alert ends',
  language: 'Language of the messages',
  errors: { days: 'Choose at least one day', time: 'Enter a time like 22:00' },
  sentence: {
    alerts: { warning: 'every alert', critical: 'every critical alert' },
    about: (types: string) => `about ${types}`,
    of: (instances: string) => `of ${instances}`,
    on: (nodes: string) => `on ${nodes}`,
    tagged: (tags: string, count: number) => `with the ${count === 1 ? 'tag' : 'tags'} ${tags}`,
    gets: (what: string, when: string) => `Gets ${what}, ${when}.`,
    always: 'at any time',
    daily: 'every day',
    hours: (days: string, start: string, end: string) => `${days} from ${start} to ${end}`,
    night: (days: string, start: string, end: string) => `${days} from ${start} to ${end} of the next day`,
    waits: 'Outside of these hours messages wait.',
    escalations: 'Escalations come at either level.',
    noEnds: 'It gets no message when an alert ends.',
  },
});
