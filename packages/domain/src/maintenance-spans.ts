// When a maintenance window is in force.
import type { WindowSchedule } from '@belfry/schema/alerts/silences';
import { zoneMeant } from '@belfry/schema/alerts/typed-zone';
import { overlaps, RETURN_MS, type Span, weeklySpans, type ZoneNamed } from './weekly-spans.ts';

/** The spans that lie in `range` or reach into it, in the order of their start. None where its time zone does not exist. */
export function windowSpans(schedule: WindowSchedule, range: Span, zoneNamed: ZoneNamed): Span[] {
  if (schedule.kind === 'once') {
    const span = { start: Date.parse(schedule.start), end: Date.parse(schedule.end) };
    return overlaps(span, range) ? [span] : [];
  }
  const { minutes, weekdays, start } = schedule;
  const timeZone = zoneMeant(schedule.timeZone);
  return timeZone === undefined ? [] : weeklySpans({ weekdays, start, timeZone, end: { minutes } }, range, zoneNamed);
}

/** The span that contains `now` (epoch ms), otherwise the next one. Undefined: there is no further one, or its time zone does not exist. */
export function currentSpan(schedule: WindowSchedule, now: number, zoneNamed: ZoneNamed): Span | undefined {
  const end = schedule.kind === 'once' ? Number.POSITIVE_INFINITY : now + RETURN_MS;
  return windowSpans(schedule, { start: now, end }, zoneNamed)[0];
}
