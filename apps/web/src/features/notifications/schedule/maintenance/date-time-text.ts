// A moment as the text of a field for date and time: `2026-11-22T14:00`, in a time zone.
import { clockText, dayFrom, instantOf, isoDay, wallTime } from '../../../../lib/zone-time.ts';

export function dateTimeText(ms: number, zone: string): string {
  const wall = wallTime(ms, zone);
  return `${isoDay(wall)}T${clockText(wall)}`;
}

/** Epoch ms. NaN for a text that is no moment. */
export function instantIn(text: string, zone: string): number {
  const [date = '', time = ''] = text.split('T');
  const day = dayFrom(date);
  return day && /^\d\d:\d\d/.test(time) ? instantOf(day, time.slice(0, 5), zone) : Number.NaN;
}
