// When a job with a calendar event runs.
import { type CalendarEvent, parts } from './event.ts';

/**
 * The time zone of a host: how far its clocks are ahead of UTC at an instant, milliseconds. A function, because this package has no
 * library of time zones, and the first `Intl` of a process costs memory.
 */
export type Zone = (epochMs: number) => number;

export const utc: Zone = () => 0;

const DAY_MS = 86_400_000;
/** The 29th of February on a given weekday comes back after 40 years at most, in 2100. */
const MAX_YEARS = 41;

/** The first run after an instant, or the last one before it; epoch ms. Undefined when there is none. */
export const nextRun = (event: CalendarEvent, after: number, zone: Zone): number | undefined =>
  search(event, after, zone, 1);
export const previousRun = (event: CalendarEvent, before: number, zone: Zone): number | undefined =>
  search(event, before, zone, -1);

type Direction = 1 | -1;

/**
 * Searches on the clock of the host. A time that the clock skips has no run on that day, and one that the clock shows twice has
 * one, the first time: so does systemd, and so does Proxmox, which sets the fields of a local time and then reads them again.
 */
function search(event: CalendarEvent, from: number, hostZone: Zone, direction: Direction): number | undefined {
  const zone = event.isUtc ? utc : hostZone;
  // A whole second, and not the instant itself.
  const start = direction > 0 ? Math.floor(from / 1000) * 1000 + 1000 : Math.ceil(from / 1000) * 1000 - 1000;
  let wall: number | undefined = start + zone(start);
  // Before the clock goes back, it has shown later times than now.
  if (direction < 0) wall += Math.max(0, zone(start - DAY_MS) - zone(start));
  for (;;) {
    wall = nearest(event, wall, direction);
    if (wall === undefined) return undefined;
    const at = instantOf(wall, zone);
    if (at !== undefined && (direction > 0 ? at > from : at < from)) return at;
    wall += direction * 1000;
  }
}

/** The first instant at which the clock shows this time; undefined when it never does. */
function instantOf(wall: number, zone: Zone): number | undefined {
  const offsets = [zone(wall - DAY_MS), zone(wall + DAY_MS)];
  const instants = offsets.map((offset) => wall - offset).filter((at) => at + zone(at) === wall);
  return instants.length > 0 ? Math.min(...instants) : undefined;
}

/** The first allowed time of a clock at or after this one, or the last at or before it. */
function nearest({ allowed, weekdays }: CalendarEvent, wall: number, direction: Direction): number | undefined {
  const lists = parts.map((part) => allowed[part]);
  const date = new Date(wall);
  const firstYear = date.getUTCFullYear();
  let from: readonly number[] | undefined = [
    ...[firstYear, date.getUTCMonth() + 1, date.getUTCDate()],
    ...[date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()],
  ];
  for (const years = new Set<number>(); ; ) {
    from = nearestFields(lists, from, direction);
    if (!from) return undefined;
    const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = from;
    if (years.add(year).size > MAX_YEARS) return undefined;
    const found = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
    const exists = found.getUTCDate() === day;
    if (exists && (!weekdays || weekdays.has(found.getUTCDay()))) return found.getTime();
    from = direction > 0 ? [year, month, day + 1, 0, 0, 0] : [year, month, day - 1, 23, 59, 59];
  }
}

/** The nearest row of allowed values in the order of rows, where each list has the values of one field. */
function nearestFields(
  [values, ...lists]: readonly (readonly number[])[],
  [field = 0, ...fields]: readonly number[],
  direction: Direction,
): readonly number[] | undefined {
  if (!values) return [];
  if (values.includes(field)) {
    const same = nearestFields(lists, fields, direction);
    if (same) return [field, ...same];
  }
  const isBeyond = (value: number) => (direction > 0 ? value > field : value < field);
  const other = direction > 0 ? values.find(isBeyond) : values.findLast(isBeyond);
  if (other === undefined) return undefined;
  const ends = lists.map((list) => (direction > 0 ? list[0] : list.at(-1)));
  return ends.every((end) => end !== undefined) ? [other, ...ends] : undefined;
}
