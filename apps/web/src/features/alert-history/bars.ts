// The counts of the server → bars of the chart. Pure.
import type { HistoryBuckets } from '@belfry/schema/http/alerts';
import { hourMinute, monthDay, shortMoment } from '../../lib/moment.ts';
import type { Bar } from '../../ui/bars/bar.ts';
import { messages } from './messages.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export const bucketHours = ({ bucketMs }: HistoryBuckets): number => bucketMs / HOUR_MS;

/** The begin and the end of a bar, epoch ms. */
function spanOf({ since, bucketMs }: Pick<HistoryBuckets, 'since' | 'bucketMs'>, place: number) {
  const from = Date.parse(since) + place * bucketMs;
  return { from, to: from + bucketMs };
}

export const spanText = ({ from, to }: { from: number; to: number }, now: number): string =>
  messages.bar(shortMoment(from, now), to - from < DAY_MS ? hourMinute(to) : shortMoment(to, now));

/** The day of a bar, or nothing when the bar before it was of the same day. */
const dayBegun = (from: number, bucketMs: number): string =>
  monthDay(from) === monthDay(from - bucketMs) ? '' : monthDay(from);

/** The key of a bar is its begin. */
export const barsOf = (counted: HistoryBuckets, now: number): Bar[] =>
  counted.buckets.map(({ critical, warning }, place) => {
    const span = spanOf(counted, place);
    return {
      key: String(span.from),
      short: counted.bucketMs < 6 * HOUR_MS ? hourMinute(span.from) : dayBegun(span.from, counted.bucketMs),
      name: spanText(span, now),
      parts: [
        { kind: 'critical', name: messages.severities.critical, count: critical },
        { kind: 'warning', name: messages.severities.warning, count: warning },
      ],
    };
  });
