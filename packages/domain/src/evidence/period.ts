// The time that a report is about: a month, a quarter, or days, on the clock of the server.
import type { Zone } from '../calendar-event/runs.ts';

/** Epoch ms; `until` is not part of it. */
export interface Period {
  key: string;
  from: number;
  until: number;
}

/** Longer than any quarter, and a report about more would not fit into what is kept in fine steps. */
const MOST_DAYS = 366;
const DAY_MS = 86_400_000;

/** `2026-10`, `2026-Q4`, or `2026-10-01..2026-10-15` with both days in it. Undefined for everything else. */
export function parsePeriod(text: string, zone: Zone): Period | undefined {
  const month = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text);
  if (month) return between(text, day(month[1], Number(month[2]), 1), day(month[1], Number(month[2]) + 1, 1), zone);
  const quarter = /^(\d{4})-Q([1-4])$/.exec(text);
  if (quarter) {
    const first = 3 * Number(quarter[2]) - 2;
    return between(text, day(quarter[1], first, 1), day(quarter[1], first + 3, 1), zone);
  }
  const days = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(text);
  if (!days) return undefined;
  const [first, last] = [dateOf(days[1]), dateOf(days[2])];
  if (first === undefined || last === undefined || last < first || last - first > MOST_DAYS * DAY_MS) return undefined;
  return between(text, first, last + DAY_MS, zone);
}

/** A day of a period on the clock of the server: `2026-10-31`. The first and the last one are cut to the period. */
export type Day = Period;

export function daysOf({ from, until }: Pick<Period, 'from' | 'until'>, zone: Zone): Day[] {
  const days: Day[] = [];
  const first = Math.floor((from + zone(from)) / DAY_MS) * DAY_MS;
  for (let wall = first; instantOf(wall, zone) < until; wall += DAY_MS) {
    const day = between(new Date(wall).toISOString().slice(0, 10), wall, wall + DAY_MS, zone);
    days.push({ ...day, from: Math.max(from, day.from), until: Math.min(until, day.until) });
  }
  return days;
}

/** The month before the one in which `now` lies. */
export function lastMonth(now: number, zone: Zone): string {
  const wall = new Date(now + zone(now));
  return new Date(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
}

const day = (year = '', month: number, date: number): number => Date.UTC(Number(year), month - 1, date);

/** Undefined for a day that does not exist, such as February 30. */
function dateOf(text = ''): number | undefined {
  const at = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text) ? at : undefined;
}

/** The instant at which the clock shows midnight. */
const instantOf = (wall: number, zone: Zone): number => wall - zone(wall - zone(wall));

const between = (key: string, from: number, until: number, zone: Zone): Period => ({
  key,
  from: instantOf(from, zone),
  until: instantOf(until, zone),
});
