// The days of quiet hours. Clients store them by name with true or false, or as numbers from 0 (Sunday).
import type { Schedule } from '@belfry/schema/alerts/schedule';
import { perLanguage } from '../../../lib/language/format.ts';

type Days = Schedule['quietHours']['days'];

/** By number. */
export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** The week begins on Monday. */
export const weekOrder: readonly number[] = [1, 2, 3, 4, 5, 6, 0];

/** As numbers, from Monday on. */
export function daysOf(days: Days): number[] {
  if (!days) return [];
  return weekOrder.filter((day) =>
    Array.isArray(days) ? days.includes(day) : days[weekdays[day] ?? 'sunday'] === true,
  );
}

/** In the form that the configuration has now. */
export function withDays(days: Days, chosen: readonly number[]): NonNullable<Days> {
  if (Array.isArray(days)) return weekOrder.filter((day) => chosen.includes(day));
  return Object.fromEntries(weekdays.map((name, day) => [name, chosen.includes(day)]));
}

const short = perLanguage((tag) => new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' }));
const long = perLanguage((tag) => new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' }));
/** 4 January 1970 was a Sunday. */
const dateOf = (day: number) => (3 + day) * 86_400_000;

export const dayName = (day: number): string => short().format(dateOf(day));
export const longDayName = (day: number): string => long().format(dateOf(day));
export const dayNames = (days: readonly number[]): string[] => days.map(dayName);
