// When a maintenance window is in force.
import type { WindowSchedule } from '@belfry/schema/alerts/silences';
import { type Span, weeklySpans } from '../lib/weekly-spans.ts';

/** The span that contains `now` (epoch ms), otherwise the next one. Undefined: there is no further one. */
export function spanOf(schedule: WindowSchedule, now: number): Span | undefined {
  if (schedule.kind === 'once') {
    const span = { start: Date.parse(schedule.start), end: Date.parse(schedule.end) };
    return span.end > now ? span : undefined;
  }
  const { minutes, ...weekly } = schedule;
  return weeklySpans({ ...weekly, end: { minutes } }, now).find(({ end }) => end > now);
}
