// Dates and times in any time zone of the IANA database.

/** `weekday`: 0 is Sunday. `month` from 1. */
export interface WallTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  weekday: number;
}

/** A day of the calendar, in no particular time zone. */
export type CalendarDay = Pick<WallTime, 'year' | 'month' | 'day'>;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const formatters = new Map<string, Intl.DateTimeFormat>();
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    const numeric = 'numeric';
    formatter = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, hourCycle: 'h23', calendar: 'gregory', numberingSystem: 'latn' },
      ...{ year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric },
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

/** What a clock in the time zone shows. `ms` epoch. */
export function wallTime(ms: number, timeZone: string): WallTime {
  const parts = formatterOf(timeZone).formatToParts(ms);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value);
  const date = { year: part('year'), month: part('month'), day: part('day') };
  return { ...date, hour: part('hour'), minute: part('minute'), weekday: weekdayOf(date) };
}

const utcOf = ({ year, month, day }: CalendarDay): number => Date.UTC(year, month - 1, day);

export const weekdayOf = (day: CalendarDay): number => new Date(utcOf(day)).getUTCDay();

export function addDays(day: CalendarDay, count: number): CalendarDay {
  const date = new Date(utcOf(day) + count * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** How many days lie between, negative when `to` is earlier. */
export const daysBetween = (from: CalendarDay, to: CalendarDay): number => (utcOf(to) - utcOf(from)) / DAY_MS;

/** `2026-11-22`. */
export const isoDay = (day: CalendarDay): string => new Date(utcOf(day)).toISOString().slice(0, 10);

/** Of a text such as `2026-11-22`; undefined for any other. */
export function dayFrom(text: string): CalendarDay | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  return day !== undefined && isoDay(date) === text ? date : undefined;
}

const wallMs = (ms: number, timeZone: string): number => {
  const wall = wallTime(ms, timeZone);
  return utcOf(wall) + (wall.hour * 60 + wall.minute) * MINUTE_MS;
};

/**
 * When a clock in the time zone shows this day and `HH:MM`, epoch ms. A time that the clock skips is as much later as it skips; of a
 * time that the clock shows twice the first.
 */
export function instantOf(day: CalendarDay, time: string, timeZone: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const wall = utcOf(day) + (hour * 60 + minute) * MINUTE_MS;
  const offsetAt = zoneNamed(timeZone);
  const before = wall - offsetAt(wall - DAY_MS);
  const after = wall - offsetAt(wall + DAY_MS);
  return wallMs(before, timeZone) !== wall && wallMs(after, timeZone) === wall ? after : before;
}

/** How far the clocks of a time zone are ahead of UTC at an instant, milliseconds. */
export const zoneNamed =
  (timeZone: string) =>
  (ms: number): number =>
    wallMs(ms, timeZone) - Math.floor(ms / MINUTE_MS) * MINUTE_MS;

/** `HH:MM`. */
export const clockText = ({ hour, minute }: Pick<WallTime, 'hour' | 'minute'>): string =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
