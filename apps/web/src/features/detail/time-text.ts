// A time in a sentence: the time alone when it is today.
import { hourMinute, shortMoment } from '../../lib/moment.ts';

/** ISO and epoch ms → "23:14", or "Nov 9, 23:14" on another day. */
export function timeText(iso: string, now: number): string {
  const at = Date.parse(iso);
  return new Date(at).toDateString() === new Date(now).toDateString() ? hourMinute(at) : shortMoment(at, now);
}
