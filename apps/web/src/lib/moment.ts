// The form of days and times on every screen: local time, English, 24 hours. The locale of the browser is not used, so
// that two administrators who compare screens see the same.
import { NONE } from '@belfry/domain/format';

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const two = (figure: number) => String(figure).padStart(2, '0');

/** Epoch milliseconds → "14:03". */
export function hourMinute(ms: number): string {
  const date = new Date(ms);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** "14:03:09". */
export const timeOfDay = (ms: number): string => `${hourMinute(ms)}:${two(new Date(ms).getSeconds())}`;

const monthDay = (date: Date) => `${(MONTHS[date.getMonth()] ?? '').slice(0, 3)} ${date.getDate()}`;

/** "Nov 9 2026". */
export function dateOf(ms: number): string {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return NONE;
  return `${monthDay(date)} ${date.getFullYear()}`;
}

/** With seconds: "Nov 9 2026, 14:03:09". */
export const momentOf = (ms: number): string => (Number.isNaN(ms) ? NONE : `${dateOf(ms)}, ${timeOfDay(ms)}`);

/** For a row of a list: "Nov 9, 14:03", with the year only when it differs from the year of `now`. */
export function shortMoment(ms: number, now: number): string {
  const date = new Date(ms);
  const day = date.getFullYear() === new Date(now).getFullYear() ? monthDay(date) : dateOf(ms);
  return `${day}, ${hourMinute(ms)}`;
}
