// When a maintenance window is in force. Temporal does the time zones: a start that does not exist on the day of a change of the
// clock is moved behind the gap, one that exists twice is the first. Node has it built in from 26 on, hence the package.
import type { WindowSchedule } from '@belfry/schema/alerts/silences';
import { Temporal } from 'temporal-polyfill';

/** Epoch ms; `end` is not part of it. */
export interface Span {
  start: number;
  end: number;
}

/** A window lasts a week at most, and comes back after a week at the latest. */
const DAYS = 8;

/** The span in which `now` (epoch ms) is, otherwise the next one. Undefined: none comes any more. */
export function spanOf(schedule: WindowSchedule, now: number): Span | undefined {
  if (schedule.kind === 'once') {
    const span = { start: Date.parse(schedule.start), end: Date.parse(schedule.end) };
    return span.end > now ? span : undefined;
  }
  const { timeZone, weekdays, start, minutes } = schedule;
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate();
  const time = Temporal.PlainTime.from(start);
  for (let day = -DAYS; day <= DAYS; day++) {
    const date = today.add({ days: day });
    // Temporal counts from Monday, 1, to Sunday, 7.
    if (!weekdays.includes(date.dayOfWeek % 7)) continue;
    const from = date.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds;
    const end = from + minutes * 60_000;
    if (end > now) return { start: from, end };
  }
  return undefined;
}
