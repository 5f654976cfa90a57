// How often an alert was there before: for its resource, and for all resources with the same type.
import type { HistoryEntry } from '@belfry/schema/alerts/history';
import type { Alert } from '@belfry/schema/entities/alert';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { MINUTE_MS, timeNow } from '../../lib/now.ts';

export interface Earlier {
  times: number;
  /** Days of this browser on which it began. */
  days: number;
  /** Seconds. */
  longest: number;
  /** Alerts of the type, of all resources, with the present one. */
  ofType: number;
}

const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;
const MOST = '1000';

export const earlier = (alert: Alert) =>
  queryOptions({
    queryKey: ['alert-history', 'earlier', alert.id, alert.metadata?.occurrence],
    queryFn: async ({ signal }): Promise<Earlier> => {
      const { type, resourceId: resource } = alert;
      const since = String(timeNow() - WEEK_MS);
      const [entries, { total }] = await Promise.all([
        call('GET /api/alerts/history', {
          query: { resource, type, since, limit: MOST },
          signal,
        }),
        call('GET /api/alerts/history/buckets', { query: { type, since }, signal }),
      ]);
      return { ...earlierOf(entries, alert), ofType: total };
    },
    staleTime: MINUTE_MS,
  });

/** One resource can have several alerts of a type, such as one for each of its file systems. */
export function earlierOf(
  entries: readonly HistoryEntry[],
  { id, metadata }: Pick<Alert, 'id' | 'metadata'>,
): Omit<Earlier, 'ofType'> {
  const before = entries.filter((entry) => entry.id === id && entry.occurrence !== metadata?.occurrence);
  return {
    times: before.length,
    days: new Set(before.map(({ startTime }) => new Date(startTime).toDateString())).size,
    longest: Math.max(0, ...before.map(({ duration }) => duration)),
  };
}
