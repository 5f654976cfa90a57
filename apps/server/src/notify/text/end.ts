// How an alert ended: why, after how long, and from when to when.
import { englishWords, type Words } from '@belfry/domain/sentences/words';
import { localTime } from '../../lib/local-time.ts';
import type { Notice, NoticeAlert } from '../notice.ts';
import { reasonText } from './words.ts';

type Zoned = Pick<Notice, 'timeZone' | 'words'>;

/** Epoch ms. */
export const endOf = ({ alert, duration, resolvedAt = Date.parse(alert.startTime) + duration }: NoticeAlert): number =>
  resolvedAt;

/** "The condition is over, after 3h 12m, from 2026-03-01 08:55 to 12:07 UTC." */
export function endText(zoned: Zoned, entry: NoticeAlert): string {
  const { words = englishWords } = zoned;
  const { alert, duration, reason } = entry;
  const [start, end] = [momentOf(Date.parse(alert.startTime), zoned), momentOf(endOf(entry), zoned)];
  const values = {
    reason: reasonText(reason, words),
    duration: words.duration(duration),
    from: `${start.day} ${start.time}`,
    // The day is said once if it is the same, and the time zone once.
    to: start.day === end.day ? `${end.time} ${end.zone}` : timeIn(words, end),
  };
  return words.say({ id: 'alert.ended', values });
}

/** "2026-03-01 08:55 UTC" */
export const timeText = (ms: number, zoned: Zoned): string => timeIn(zoned.words ?? englishWords, momentOf(ms, zoned));

/** "2026-03-01" */
export const dayText = (ms: number, zoned: Zoned): string => momentOf(ms, zoned).day;

type Moment = ReturnType<typeof momentOf>;
const timeIn = (words: Words, values: Moment): string => words.say({ id: 'time.at', values });

function momentOf(ms: number, { timeZone, words = englishWords }: Zoned) {
  const [date = '', time = '', zone = ''] = localTime(ms, timeZone).split(' ');
  const [year = '', month = '', day = ''] = date.split('-');
  return { day: words.say({ id: 'time.day', values: { year, month, day } }), time, zone };
}
