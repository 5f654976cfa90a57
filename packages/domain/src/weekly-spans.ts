// Spans of time that come back every week, in a time zone: quiet hours, hours of destinations, maintenance windows. A start in the hour
// that the clock skips happens an hour later. A start in the hour that the clock repeats happens once, the first time. Node has Temporal
// only from 26 on, and Safari has none, so it comes from a package.
import { Temporal } from 'temporal-polyfill';

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

/** A span lasts a week at most. It comes back after eight days at the latest, with the hour that a clock change may add. */
const LONGEST_DAYS = 8;
export const RETURN_MS = 8 * 86_400_000;

export const overlaps = (span: Span, { start, end }: Span): boolean => span.end > start && span.start < end;

/** Those that lie in `range` or reach into it, in the order of their start. */
export function weeklySpans({ weekdays, start, end, timeZone }: Weekly, range: Span): Span[] {
  const dayOf = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDate();
  const at = (date: Temporal.PlainDate, time: string) =>
    date.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds;
  const spans: Span[] = [];
  for (
    let date = dayOf(range.start).subtract({ days: LONGEST_DAYS }), last = dayOf(range.end);
    Temporal.PlainDate.compare(date, last) <= 0;
    date = date.add({ days: 1 })
  ) {
    // Temporal counts from Monday, 1, to Sunday, 7.
    if (!weekdays.includes(date.dayOfWeek % 7)) continue;
    const from = at(date, start);
    const to =
      typeof end === 'string' ? at(end > start ? date : date.add({ days: 1 }), end) : from + end.minutes * 60_000;
    const span = { start: from, end: to };
    if (to > from && overlaps(span, range)) spans.push(span);
  }
  return spans;
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
