// Moments for narrow columns: what is of the same day as now has no day.
import { dateOf, hourMinute, monthDay, shortMoment } from './moment.ts';

const isSameDay = (a: number, b: number): boolean => new Date(a).toDateString() === new Date(b).toDateString();

/** Epoch ms. "14:03" on the day of `now`, and else "Nov 9, 14:03". */
export const nearMoment = (ms: number, now: number): string =>
  isSameDay(ms, now) ? hourMinute(ms) : shortMoment(ms, now);

/** Where the time of another day says nothing: "14:03", "Nov 9". */
export const nearDay = (ms: number, now: number): string => (isSameDay(ms, now) ? hourMinute(ms) : monthDay(ms));

const DAY_MS = 86_400_000;

/** The name of a day, which is given by its noon: today, yesterday, "Nov 9, 2026". */
export function dayName(day: number, now: number, words: Record<'today' | 'yesterday', string>): string {
  const noon = new Date(now).setHours(12, 0, 0, 0);
  if (day === noon) return words.today;
  return Math.abs(noon - day - DAY_MS) < DAY_MS / 2 ? words.yesterday : dateOf(day);
}
