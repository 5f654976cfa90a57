// The system settings as a form: the texts as they are typed, and the request made from them.
import { intervalOf, nodeTypes } from '@belfry/schema/config/kinds';
import type { SettingName, SystemSettings, SystemUpdate } from '@belfry/schema/http/system';
import { messages } from './messages.ts';

type Texts = { [N in SettingName as SystemSettings[N] extends number ? N : never]: string };
/** Numbers as they are typed. */
export type SystemForm = Omit<SystemSettings, keyof Texts> & Texts;

const numbers = [
  ...nodeTypes.map(intervalOf),
  'autoUpdateCheckInterval',
  'connectionTimeout',
  'historyFineHours',
  'historyMinuteDays',
  'historyTenMinuteDays',
  'historyHourDays',
  'historyMaxMegabytes',
] satisfies (keyof Texts)[];

export const systemForm = (saved: SystemSettings): SystemForm => ({
  ...saved,
  ...(Object.fromEntries(numbers.map((name) => [name, String(saved[name])])) as Texts),
});

/** The changed values. A text that is not a number is sent as it is: the server reports the error. */
export function systemUpdate(form: SystemForm, changed: readonly (keyof SystemForm)[]): SystemUpdate {
  const isNumber = (name: string) => numbers.some((number) => number === name);
  return Object.fromEntries(
    changed.map((name) => {
      const value = form[name];
      return [name, isNumber(name) && /^\d+$/.test(String(value)) ? Number(value) : value];
    }),
  );
}

/** A value as the form shows it, in words. */
export function shownValue(name: keyof SystemForm, value: SystemForm[keyof SystemForm]): string {
  if (typeof value === 'boolean') return value ? messages.on : messages.off;
  if (name === 'theme') return textOf(messages.themes, value);
  if (name === 'updateChannel') return textOf(messages.channels, value);
  if (name === 'autoUpdateCheckInterval') return messages.interval(String(value));
  return String(value);
}

const textOf = (texts: Readonly<Record<string, string>>, value: unknown): string =>
  texts[String(value)] ?? String(value);
