// A day as the head of a group: Today, Yesterday, "November 19th". Pure.
import { MONTHS } from '../../../lib/moment.ts';

/** "Nov 19". */
export const shortDay = (day: string): string =>
  `${(MONTHS[Number(day.slice(5, 7)) - 1] ?? '').slice(0, 3)} ${Number(day.slice(8))}`;

/** 1st, 2nd, 3rd, 4th, 11th, 21st. */
export function ordinal(figure: number): string {
  const tens = figure % 100;
  const suffix = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][figure % 10] ?? 'th');
  return `${figure}${suffix}`;
}

/** Days are YYYY-MM-DD. The year is shown when it is not the current one. */
export function dayLabel(day: string, today: string, yesterday: string): string {
  if (day === today) return 'Today';
  if (day === yesterday) return 'Yesterday';
  const [year = '', month = '', date = ''] = day.split('-');
  const label = `${MONTHS[Number(month) - 1] ?? month} ${ordinal(Number(date))}`;
  return day.slice(0, 4) === today.slice(0, 4) ? label : `${label}, ${year}`;
}
