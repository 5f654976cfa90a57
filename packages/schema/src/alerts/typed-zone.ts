// What people type as a time zone: its name, an abbreviation, or a number of hours. No zod here: the browser imports this file.
import type { Sentence } from '../sentences/sentence.ts';
import { isTimeZone } from './time-zone.ts';

/** Abbreviations with one meaning. BST, IST, CST and AST have several. */
const abbreviations: ReadonlyMap<string, string> = new Map([
  ...(['CEST', 'MEZ', 'MESZ'] as const).map((name) => [name, 'Europe/Berlin'] as const),
  ...(['EDT', 'ET'] as const).map((name) => [name, 'America/New_York'] as const),
  ...(['PST', 'PDT', 'PT'] as const).map((name) => [name, 'America/Los_Angeles'] as const),
  ...(['AET', 'AEST', 'AEDT'] as const).map((name) => [name, 'Australia/Sydney'] as const),
  ...(['NZST', 'NZDT'] as const).map((name) => [name, 'Pacific/Auckland'] as const),
  ...(['AKST', 'AKDT'] as const).map((name) => [name, 'America/Anchorage'] as const),
  ...([
    ['CDT', 'America/Chicago'],
    ['MDT', 'America/Denver'],
    ['EEST', 'Europe/Helsinki'],
    ['WEST', 'Europe/Lisbon'],
    ['MSK', 'Europe/Moscow'],
    ['SAST', 'Africa/Johannesburg'],
    ['JST', 'Asia/Tokyo'],
    ['KST', 'Asia/Seoul'],
    ['HKT', 'Asia/Hong_Kong'],
    ['AWST', 'Australia/Perth'],
  ] as const),
]);
/** What is suggested for an abbreviation with several meanings. */
const likely: ReadonlyMap<string, string> = new Map([
  ['BST', 'Europe/London'],
  ['IST', 'Asia/Kolkata'],
  ['CST', 'America/Chicago'],
  ['AST', 'America/Halifax'],
]);
const HOURS = /^(?:UTC|GMT)?\s*([+-])0?(\d{1,2})(?::?00)?$/i;
const areas = ['Europe', 'America', 'Asia', 'Africa', 'Australia', 'Pacific', 'Atlantic'] as const;

/** The name of the zone that is meant; undefined when it is not certain. It can always be computed with. */
export function zoneMeant(typed: string): string | undefined {
  const text = typed.trim();
  if (isTimeZone(text)) return text;
  const found = abbreviations.get(text.toUpperCase()) ?? ofHours(text);
  return found !== undefined && isTimeZone(found) ? found : undefined;
}

/** `Etc/GMT-2` is two hours ahead of UTC: its sign is the other one. */
function ofHours(text: string): string | undefined {
  const [, sign, hours] = HOURS.exec(text) ?? [];
  if (sign === undefined) return undefined;
  return Number(hours) === 0 ? 'UTC' : `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`;
}

function nearest(typed: string): string | undefined {
  const text = typed.trim();
  const city = text.replaceAll(/\s+/g, '_');
  const cities = areas.map((area) => `${area}/${city}`);
  return [zoneMeant(text), likely.get(text.toUpperCase()), city, ...cities].find(
    (name): name is string => name !== undefined && isTimeZone(name),
  );
}

/** Why this is refused, with the nearest name that exists. */
export function zoneRefusal(typed: string): Sentence {
  const name = nearest(typed);
  return name === undefined ? { id: 'zone.unknown', values: { typed } } : { id: 'zone.meant', values: { typed, name } };
}
