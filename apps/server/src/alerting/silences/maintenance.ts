// When a maintenance window is in force.
import type { MaintenanceWindow } from '@belfry/schema/alerts/silences';
import { zoneMeant } from '@belfry/schema/alerts/typed-zone';
import { type Span, weeklySpans } from '../../lib/weekly-spans.ts';

/** The span that contains `now` (epoch ms), otherwise the next one. Undefined: there is no further one, or its time zone does not exist. */
export function spanOf(schedule: MaintenanceWindow['schedule'], now: number): Span | undefined {
  if (schedule.kind === 'once') {
    const span = { start: Date.parse(schedule.start), end: Date.parse(schedule.end) };
    return span.end > now ? span : undefined;
  }
  const { minutes, weekdays, start } = schedule;
  const timeZone = zoneMeant(schedule.timeZone);
  if (timeZone === undefined) return undefined;
  return weeklySpans({ weekdays, start, timeZone, end: { minutes } }, now).find(({ end }) => end > now);
}
