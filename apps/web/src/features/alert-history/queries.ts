import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

const PAGE = 1000;
/** Alerts begin and end while somebody looks. */
const REFRESH_MS = 30_000;
export const KEY = 'alert-history';

/** Times are epoch ms. */
export interface Filter {
  since?: number | undefined;
  until?: number | undefined;
  level?: 'critical' | 'warning' | undefined;
  q?: string | undefined;
}

const queryOf = ({ since, until, level, q }: Filter) => ({
  ...(since !== undefined && { since: String(since) }),
  ...(until !== undefined && { until: String(until) }),
  ...(level && { level }),
  ...(q && { q }),
});

const page = (filter: Filter, offset: number, limit: number, signal: AbortSignal | null) =>
  call('GET /api/alerts/history', {
    query: { ...queryOf(filter), limit: String(limit), offset: String(offset) },
    signal,
  });

export const entries = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: [KEY, 'entries', filter],
    queryFn: ({ pageParam, signal }) => page(filter, pageParam, PAGE, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < PAGE ? undefined : pages.length * PAGE),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? REFRESH_MS : false),
  });

export const bars = (asked: Filter) =>
  queryOptions({
    queryKey: [KEY, 'bars', asked],
    queryFn: ({ signal }) => call('GET /api/alerts/history/buckets', { query: queryOf(asked), signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

const MAX_EXPORTED = 10_000;

/** All that the filters find, for an export. */
export async function allEntries(asked: Filter): Promise<Awaited<ReturnType<typeof page>>> {
  const all: Awaited<ReturnType<typeof page>> = [];
  for (;;) {
    const next = await page(asked, all.length, MAX_EXPORTED, null);
    all.push(...next);
    if (next.length < MAX_EXPORTED) return all;
  }
}

export const clearHistory = () => call('DELETE /api/alerts/history');
