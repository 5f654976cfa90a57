// Moments for narrow columns: what is of the same day as now has no day.
import { hourMinute, monthDay, shortMoment } from './moment.ts';

const isSameDay = (a: number, b: number): boolean => new Date(a).toDateString() === new Date(b).toDateString();

/** Epoch ms. "14:03" on the day of `now`, and else "Nov 9, 14:03". */
export const nearMoment = (ms: number, now: number): string =>
  isSameDay(ms, now) ? hourMinute(ms) : shortMoment(ms, now);

/** Where the time of another day says nothing: "14:03", "Nov 9". */
export const nearDay = (ms: number, now: number): string => (isSameDay(ms, now) ? hourMinute(ms) : monthDay(ms));
