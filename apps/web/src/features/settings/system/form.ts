// The system settings as a form: the texts as they are typed, and the request made from them.
import { intervalOf, nodeTypes } from '@belfry/schema/config/kinds';
import type { SettingName, SystemSettings, SystemUpdate } from '@belfry/schema/http/system';

type Texts = { [N in SettingName as SystemSettings[N] extends number ? N : never]: string };
/** Numbers as they are typed. */
export type SystemForm = Omit<SystemSettings, keyof Texts> & Texts;

const numbers = [
  ...nodeTypes.map(intervalOf),
  'autoUpdateCheckInterval',
  'connectionTimeout',
] satisfies (keyof Texts)[];

export const systemForm = (saved: SystemSettings): SystemForm => ({
  ...saved,
  ...(Object.fromEntries(numbers.map((name) => [name, String(saved[name])])) as Texts),
});

/** The values that differ from the saved ones. A text that is not a number is sent as it is: the server reports the error. */
export function systemUpdate(form: SystemForm, saved: SystemSettings): SystemUpdate {
  const before = new Map<string, unknown>(Object.entries(systemForm(saved)));
  const changed = Object.entries(form).filter(([name, value]) => before.has(name) && before.get(name) !== value);
  const isNumber = (name: string) => numbers.some((number) => number === name);
  return Object.fromEntries(
    changed.map(([name, value]) => [name, isNumber(name) && /^\d+$/.test(String(value)) ? Number(value) : value]),
  );
}
