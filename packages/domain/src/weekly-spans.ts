// Spans of time that come back every week, in a time zone: quiet hours, hours of destinations, maintenance windows. A start in the hour
// that the clock skips happens an hour later. A start in the hour that the clock repeats happens once, the first time.
import type { Zone } from './calendar-event/runs.ts';

/** Epoch ms; `end` is not part of it. */
export interface Span {
  start: number;
  end: number;
}

/**
 * The weekday (0 is Sunday) is the day of the start. `start` is `HH:MM`. `end` is `HH:MM` too, on the next day if it is not after `start`,
 * or so many minutes later. The time zone must exist.
 */
export interface Weekly {
  weekdays: readonly number[];
  start: string;
  end: string | { minutes: number };
  timeZone: string;
}

/** The server and browsers know time zones in different ways. */
export type ZoneNamed = (name: string) => Zone;

/** A span lasts a week at most. It comes back after eight days at the latest, with the hour that a clock change may add. */
const DAY_MS = 86_400_000;
const LONGEST_DAYS = 8;
export const RETURN_MS = LONGEST_DAYS * DAY_MS;
/** 1970-01-01 was a Thursday. */
const EPOCH_WEEKDAY = 4;

export const overlaps = (span: Span, { start, end }: Span): boolean => span.end > start && span.start < end;

/** Those that lie in `range` or reach into it, in the order of their start. */
export function weeklySpans({ weekdays, start, end, timeZone }: Weekly, range: Span, zoneNamed: ZoneNamed): Span[] {
  const zone = zoneNamed(timeZone);
  const dayOf = (ms: number) => Math.floor((ms + zone(ms)) / DAY_MS);
  const spans: Span[] = [];
  for (let day = dayOf(range.start) - LONGEST_DAYS, last = dayOf(range.end); day <= last; day++) {
    if (!weekdays.includes((day + EPOCH_WEEKDAY) % 7)) continue;
    const from = instantOf(day, start, zone);
    const to =
      typeof end === 'string' ? instantOf(end > start ? day : day + 1, end, zone) : from + end.minutes * 60_000;
    const span = { start: from, end: to };
    if (to > from && overlaps(span, range)) spans.push(span);
  }
  return spans;
}

/**
 * When a clock shows `HH:MM` on a day (counted from 1970-01-01). A time that it skips is as much later as it skips; of a time that it shows
 * twice the first.
 */
function instantOf(day: number, time: string, zone: Zone): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const wall = day * DAY_MS + (hours * 60 + minutes) * 60_000;
  const [before, after] = [wall - zone(wall - DAY_MS), wall - zone(wall + DAY_MS)];
  const shows = (ms: number) => ms + zone(ms) === wall;
  return !shows(before) && shows(after) ? after : before;
}

/** Spans that touch each other are one. They must be in the order of their start. */
export function merged(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const span of spans) {
    const last = all.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else all.push({ ...span });
  }
  return all;
}
