// The days of quiet hours. Clients store them by name with true or false, or as numbers from 0 (Sunday).
import type { Schedule } from '@belfry/schema/alerts/schedule';
import { week } from '../routing/week.ts';

type Days = Schedule['quietHours']['days'];

/** By number. */
const names = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** As numbers, from Monday on. */
export function daysOf(days: Days): number[] {
  if (!days) return [];
  return week.filter((day) => (Array.isArray(days) ? days.includes(day) : days[names[day] ?? 'sunday'] === true));
}

/** In the form in which the configuration has them. */
export function withDays(days: Days, chosen: readonly number[]): NonNullable<Days> {
  if (Array.isArray(days)) return [...chosen];
  return Object.fromEntries(names.map((name, day) => [name, chosen.includes(day)]));
}
