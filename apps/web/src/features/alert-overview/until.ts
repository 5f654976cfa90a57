// The end or the start of something, for a row: the time alone when it is today. Pure.
import { hourMinute, shortMoment } from '../../lib/moment.ts';

/** ISO and epoch ms → "14:03", or "Nov 9, 14:03" on another day. */
export function untilText(until: string, now: number): string {
  const at = Date.parse(until);
  return new Date(at).toDateString() === new Date(now).toDateString() ? hourMinute(at) : shortMoment(at, now);
}
