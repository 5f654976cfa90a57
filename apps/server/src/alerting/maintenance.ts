// When a maintenance window is in force.
import type { WindowSchedule } from '@belfry/schema/alerts/silences';
import { type Span, weeklySpans } from '../lib/weekly-spans.ts';

/** The span in which `now` (epoch ms) is, otherwise the next one. Undefined: none comes any more. */
export function spanOf(schedule: WindowSchedule, now: number): Span | undefined {
  if (schedule.kind === 'once') {
    const span = { start: Date.parse(schedule.start), end: Date.parse(schedule.end) };
    return span.end > now ? span : undefined;
  }
  const { minutes, ...weekly } = schedule;
  return weeklySpans({ ...weekly, end: { minutes } }, now).find(({ end }) => end > now);
}
