// The history of alerts as bars of a chart.
import { bucketMs, MAX_BUCKETS } from '@belfry/domain/alerts/history-buckets';
import type { HistoryBuckets } from '@belfry/schema/http/alerts';
import type { AlertsStore, HistoryFilter } from '../../db/alerts-store.ts';
import { iso } from '../../lib/clock.ts';

/** `now` epoch ms: the end, unless the filter has one. Alerts after the last bar are not counted. */
export async function bucketsOf(
  store: Pick<AlertsStore, 'oldest' | 'count'>,
  filter: HistoryFilter,
  now: number,
): Promise<HistoryBuckets> {
  const until = filter.until ?? now;
  const since = Math.min(filter.since ?? (await store.oldest(filter)) ?? until, until);
  const size = bucketMs(until - since);
  const length = Math.min(MAX_BUCKETS, Math.max(1, Math.ceil((until - since) / size)));
  const buckets = Array.from({ length }, () => ({ critical: 0, warning: 0 }));
  let total = 0;
  for (const { bucket, level, count } of await store.count(filter, since, size)) {
    const found = buckets[bucket];
    if (!found) continue;
    found[level] += count;
    total += count;
  }
  return { since: iso(since), bucketMs: size, total, buckets };
}
