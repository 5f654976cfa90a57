// Moments in a time zone, in the language of the user.
import { perLanguage } from '../../../lib/language/format.ts';
import { type CalendarDay, clockText, daysBetween, wallTime } from '../../../lib/zone-time.ts';
import { dayName } from '../routing/week.ts';

const longDates = perLanguage(
  (tag) => new Intl.DateTimeFormat(tag, { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' }),
);
const months = perLanguage((tag) => new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' }));
const dates = perLanguage((tag) => new Intl.DateTimeFormat(tag, { month: 'short', day: 'numeric', timeZone: 'UTC' }));

/** "Sun 14:02". */
export function zoneNow(ms: number, zone: string): string {
  const wall = wallTime(ms, zone);
  return `${dayName(wall.weekday)} ${clockText(wall)}`;
}

/** "14:02" today, "Mon 08:00" within a week, "Mon, Nov 30, 08:00" later. */
export function zoneMoment(ms: number, zone: string, now: number): string {
  const wall = wallTime(ms, zone);
  const days = daysBetween(wallTime(now, zone), wall);
  const time = clockText(wall);
  if (days === 0) return time;
  const day = dayName(wall.weekday);
  return days > 0 && days < 7 ? `${day} ${time}` : `${day}, ${dateText(wall)}, ${time}`;
}

const utc = ({ year, month, day }: CalendarDay): number => Date.UTC(year, month - 1, day);

/** "Nov 30". */
export const dateText = (day: CalendarDay): string => dates().format(utc(day));

/** "Monday, November 30". */
export const longDate = (day: CalendarDay): string => longDates().format(utc(day));

/** "November 2026". */
export const monthText = (day: CalendarDay): string => months().format(utc(day));

/** "Sun, Nov 22, 13:00 to 15:00", "Fri, Nov 27, 22:00 to Sat 06:00". */
export function zoneSpan(
  start: number,
  end: number,
  zone: string,
  to: (from: string, until: string) => string,
): string {
  const [first, last] = [wallTime(start, zone), wallTime(end, zone)];
  const days = daysBetween(first, last);
  const until =
    days === 0 ? '' : days < 7 ? `${dayName(last.weekday)} ` : `${dayName(last.weekday)}, ${dateText(last)}, `;
  return to(`${dayName(first.weekday)}, ${dateText(first)}, ${clockText(first)}`, `${until}${clockText(last)}`);
}
