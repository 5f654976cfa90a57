// A day as the head of a group: Today, Yesterday, "November 19th".
import { monthDay } from '../../../lib/moment.ts';
import { messages } from '../messages.ts';

/** Noon of a day, which is the same day in every time zone with daylight saving. */
const noonOf = (day: string): number => new Date(`${day}T12:00`).getTime();

/** "Nov 19". */
export const shortDay = (day: string): string => monthDay(noonOf(day));

/** Days are YYYY-MM-DD. The year is shown when it is not the current one. */
export function dayLabel(day: string, today: string, yesterday: string): string {
  if (day === today) return messages.today;
  if (day === yesterday) return messages.yesterday;
  return messages.date(noonOf(day), day.slice(0, 4) !== today.slice(0, 4));
}
