// The days that a calendar shows, and the maintenance windows on each of them.

import { windowSpans } from '@belfry/domain/maintenance-spans';
import type { Span } from '@belfry/domain/weekly-spans';
import type { MaintenanceWindow } from '@belfry/schema/alerts/silences';
import {
  addDays,
  type CalendarDay,
  clockText,
  instantOf,
  wallTime,
  weekdayOf,
  zoneNamed,
} from '../../../../lib/zone-time.ts';

export type CalendarKind = 'week' | 'month';

const monday = (day: CalendarDay): CalendarDay => addDays(day, -((weekdayOf(day) + 6) % 7));

/** Whole weeks from Monday on, which contain the day or its month. */
export function daysOfCalendar(kind: CalendarKind, day: CalendarDay): CalendarDay[] {
  const from = monday(kind === 'week' ? day : { ...day, day: 1 });
  const days: CalendarDay[] = [];
  const isIn = (each: CalendarDay) => (kind === 'week' ? days.length < 7 : days.length < 7 || each.month === day.month);
  for (let next = from; days.length % 7 !== 0 || isIn(next); next = addDays(next, 1)) days.push(next);
  return days;
}

/** The same place one week or month earlier or later. A day that the month does not have becomes its last one. */
export function stepped(kind: CalendarKind, day: CalendarDay, step: 1 | -1): CalendarDay {
  if (kind === 'week') return addDays(day, 7 * step);
  const month = day.month - 1 + step;
  const first = { year: day.year + Math.floor(month / 12), month: ((month + 12) % 12) + 1, day: 1 };
  const same = { ...first, day: day.day };
  const real = addDays(same, 0);
  return real.month === first.month ? same : addDays(real, -real.day);
}

/** Where a key leads from a day; undefined for other keys. */
export function moveDay(day: CalendarDay, key: string): CalendarDay | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return monday(day);
    case 'End':
      return addDays(monday(day), 6);
    case 'PageUp':
      return stepped('month', day, -1);
    case 'PageDown':
      return stepped('month', day, 1);
    default:
      return undefined;
  }
}

export interface Entry {
  window: MaintenanceWindow;
  span: Span;
  /** When it is on this day: `08:00–12:00`, `22:00→`, `→06:00`; empty for the whole day. */
  text: string;
}

/** Those of a day in a time zone, in the order of their start. */
export function entriesOn(windows: readonly MaintenanceWindow[], day: CalendarDay, zone: string): Entry[] {
  const range = { start: instantOf(day, '00:00', zone), end: instantOf(addDays(day, 1), '00:00', zone) };
  return windows
    .filter(({ enabled }) => enabled)
    .flatMap((window) =>
      windowSpans(window.schedule, range, zoneNamed).map((span) => ({ window, span, text: textOn(span, range, zone) })),
    )
    .sort((a, b) => a.span.start - b.span.start);
}

function textOn(span: Span, range: Span, zone: string): string {
  const time = (ms: number) => clockText(wallTime(ms, zone));
  const [before, after] = [span.start < range.start, span.end > range.end];
  if (before && after) return '';
  if (before) return `→${time(span.end)}`;
  return after ? `${time(span.start)}→` : `${time(span.start)}–${time(span.end)}`;
}
