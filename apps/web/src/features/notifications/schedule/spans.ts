// When quiet hours and maintenance windows are, as spans of time. The server decides by the same rules.
import type { WindowSchedule } from '@belfry/schema/alerts/silences';
import { addDays, instantOf, wallTime } from '../../../lib/zone-time.ts';

/** Epoch ms; `end` is not part of it. */
export interface Span {
  start: number;
  end: number;
}

/** `end` is `HH:MM`, on the next day if it is not after `start`, or so many minutes later. The weekday (0 is Sunday) is that of the start. */
export interface Weekly {
  weekdays: readonly number[];
  start: string;
  end: string | { minutes: number };
  timeZone: string;
}

const DAY_MS = 86_400_000;
/** A window lasts so long at most. */
const LONGEST_MS = 7 * DAY_MS;

const overlaps = (span: Span, { start, end }: Span): boolean => span.end > start && span.start < end;

/** The spans of a rule that lie in `range` or reach into it, in the order of their start. */
export function weeklySpans({ weekdays, start, end, timeZone }: Weekly, range: Span): Span[] {
  const spans: Span[] = [];
  const last = range.end + DAY_MS;
  let day = wallTime(range.start - LONGEST_MS - DAY_MS, timeZone);
  for (;;) {
    const from = instantOf(day, start, timeZone);
    if (from >= last) return spans.filter((span) => overlaps(span, range));
    const next = addDays(day, 1);
    if (weekdays.includes(day.weekday)) {
      const to =
        typeof end === 'string' ? instantOf(end > start ? day : next, end, timeZone) : from + end.minutes * 60_000;
      if (to > from) spans.push({ start: from, end: to });
    }
    day = { ...day, ...next, weekday: (day.weekday + 1) % 7 };
  }
}

/** Spans that touch each other are one. */
export function merged(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const span of spans) {
    const last = all.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else all.push({ ...span });
  }
  return all;
}

export function windowSpans(schedule: WindowSchedule, range: Span): Span[] {
  if (schedule.kind === 'weekly') return weeklySpans({ ...schedule, end: { minutes: schedule.minutes } }, range);
  const span = { start: Date.parse(schedule.start), end: Date.parse(schedule.end) };
  return overlaps(span, range) ? [span] : [];
}

/** The span that contains `now`, otherwise the next one within eight days, otherwise that of a window that comes later. */
export function currentSpan(schedule: WindowSchedule, now: number): Span | undefined {
  const end = schedule.kind === 'once' ? Number.POSITIVE_INFINITY : now + LONGEST_MS + DAY_MS;
  return windowSpans(schedule, { start: now, end })[0];
}
