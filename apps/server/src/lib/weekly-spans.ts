// Spans of time that come back every week, in a time zone. A start in the hour that the clock skips happens an hour later. A start in
// the hour that the clock repeats happens once, the first time. Node has Temporal only from 26 on, so it comes from a package.
import { Temporal } from 'temporal-polyfill';

/** Epoch ms; `end` is not part of it. */
export interface Span {
  start: number;
  end: number;
}

/**
 * The weekday (0 is Sunday) is the day of the start. `start` is `HH:MM`. `end` is `HH:MM` too, on the next day if it is not after `start`,
 * or so many minutes later.
 */
export interface Weekly {
  weekdays: readonly number[];
  start: string;
  end: string | { minutes: number };
  timeZone: string;
}

/** A span lasts a week at most, and comes back after a week at the latest. */
const DAYS = 8;

/** Those that start from eight days before `now` (epoch ms) to eight days after it, in the order of their start. */
export function weeklySpans({ weekdays, start, end, timeZone }: Weekly, now: number): Span[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate();
  const at = (date: Temporal.PlainDate, time: string) =>
    date.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds;
  const spans: Span[] = [];
  for (let day = -DAYS; day <= DAYS; day++) {
    const date = today.add({ days: day });
    // Temporal counts from Monday, 1, to Sunday, 7.
    if (!weekdays.includes(date.dayOfWeek % 7)) continue;
    const from = at(date, start);
    const to =
      typeof end === 'string' ? at(end > start ? date : date.add({ days: 1 }), end) : from + end.minutes * 60_000;
    if (to > from) spans.push({ start: from, end: to });
  }
  return spans;
}
