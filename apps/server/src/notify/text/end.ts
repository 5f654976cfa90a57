// How an alert ended: why, after how long, and from when to when.
import { formatDuration } from '@belfry/domain/format';
import { localTime } from '../../lib/local-time.ts';
import type { Notice, NoticeAlert } from '../notice.ts';
import { reasonText } from './words.ts';

type Zoned = Pick<Notice, 'timeZone'>;

/** Epoch ms. */
export const endOf = ({ alert, duration, resolvedAt = Date.parse(alert.startTime) + duration }: NoticeAlert): number =>
  resolvedAt;

/** "The condition is over, after 3h 12m, from 2026-03-01 08:55 to 12:07 UTC." */
export function endText({ timeZone }: Zoned, entry: NoticeAlert): string {
  const { alert, duration, reason } = entry;
  const span = spanText(Date.parse(alert.startTime), endOf(entry), timeZone);
  return `${reasonText(reason)}, after ${formatDuration(duration)}, from ${span}.`;
}

/** The day is said once if it is the same. */
export function spanText(start: number, end: number, timeZone: string | undefined): string {
  const [day = '', time = ''] = localTime(start, timeZone).split(' ');
  const until = localTime(end, timeZone);
  return `${day} ${time} to ${until.startsWith(`${day} `) ? until.slice(day.length + 1) : until}`;
}
