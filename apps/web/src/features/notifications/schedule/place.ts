// The names of the settings of the schedule and their values, for the list of unsaved changes.
import type { Schedule } from '@belfry/schema/alerts/schedule';
import type { ConfigPath } from '../../../alert-config/config-path.ts';
import { type Place, plainText } from '../../../alert-config/plain-text.ts';
import { daysText } from '../routing/week.ts';
import { daysOf } from './days.ts';
import { messages } from './messages.ts';

export function schedulePlace(path: ConfigPath): Place {
  const place = path.slice(1).join(' ');
  const names: Readonly<Record<string, string>> = messages.places;
  return { name: names[place] ?? place, text: texts[place] ?? plainText };
}

type Levels = NonNullable<Schedule['escalation']['levels']>;

const seconds = (value: unknown): string =>
  typeof value === 'number' ? messages.minutes(value / 60) : plainText(value);

const texts: Readonly<Record<string, (value: unknown) => string>> = {
  cooldown: (value) => (typeof value === 'number' && value > 0 ? messages.minutes(value) : plainText(false)),
  maxAlertsHour: (value) => (value === 0 ? messages.anyNumber : plainText(value)),
  groupingWindow: seconds,
  'grouping window': seconds,
  'quietHours days': (value) => daysText(daysOf(value as Schedule['quietHours']['days'])) || messages.noDays,
  'escalation levels': (value) =>
    ((value ?? []) as Levels).map(({ after, notify }) => messages.level(after, messages.channels[notify])).join(', ') ||
    messages.noLevels,
};
