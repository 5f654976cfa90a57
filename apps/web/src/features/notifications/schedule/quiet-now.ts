// Quiet hours at one moment: the time zone that holds, whether they are in force, and when that changes.
import { merged, RETURN_MS, type Span, type Weekly, weeklySpans } from '@belfry/domain/weekly-spans';
import type { Schedule } from '@belfry/schema/alerts/schedule';
import { isTimeZone } from '@belfry/schema/alerts/time-zone';
import { browserZone } from '../../../lib/browser-zone.ts';
import { zoneNamed } from '../../../lib/zone-time.ts';
import { daysOf } from './days.ts';

type QuietHours = Schedule['quietHours'];

/** For a zone that does not exist the server takes its own one, which the browser does not know. */
export const zoneOf = ({ timezone = '' }: QuietHours): string => (isTimeZone(timezone) ? timezone : browserZone());

/** Undefined where quiet hours are never: switched off, or without a day or a time. */
function weeklyOf(quietHours: QuietHours): Weekly | undefined {
  const { enabled, start, end, days } = quietHours;
  const weekdays = daysOf(days);
  if (!enabled || !start || !end || weekdays.length === 0) return undefined;
  return { weekdays, start, end, timeZone: zoneOf(quietHours) };
}

export function quietSpans(quietHours: QuietHours, range: Span): Span[] {
  const weekly = weeklyOf(quietHours);
  return weekly ? merged(weeklySpans(weekly, range, zoneNamed)) : [];
}

/** The span that is in force, otherwise the next one; undefined when there is none. */
export const quietNow = (quietHours: QuietHours, now: number): Span | undefined =>
  quietSpans(quietHours, { start: now, end: now + RETURN_MS })[0];
