// Days of the week: 0 is Sunday, as the server counts them. A week begins on Monday.
import { perLanguage } from '../../../lib/language/format.ts';

export const week = [1, 2, 3, 4, 5, 6, 0] as const;

/** The 4th of January 1970 was a Sunday. */
const timeOf = (day: number): number => Date.UTC(1970, 0, 4 + day);
const names = perLanguage((tag) => new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' }));

/** "Mon". */
export const dayName = (day: number): string => names().format(timeOf(day));

/** Neighbours become a range: "Mon–Fri, Sun". */
export function daysText(days: readonly number[]): string {
  const runs: number[][] = [];
  for (const day of week) {
    if (!days.includes(day)) continue;
    const last = runs.at(-1);
    if (last && week.indexOf(last.at(-1) as (typeof week)[number]) === week.indexOf(day) - 1) last.push(day);
    else runs.push([day]);
  }
  const named = runs.map((run) => {
    const [first = 0, last = first] = [run[0], run.at(-1)];
    return run.length < 3 ? run.map(dayName).join(', ') : `${dayName(first)}–${dayName(last)}`;
  });
  return named.join(', ');
}
