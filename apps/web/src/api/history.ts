// Values of the past of some resources.
import type { ResourceKind } from '@belfry/schema/history/metrics';
import type { HistoryReply } from '@belfry/schema/http/history';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

interface AskedHistory {
  resources: readonly { kind: ResourceKind; id: string }[];
  /** All of their kind by default. */
  metrics?: readonly string[];
  /** Epoch ms. */
  from: number;
  to: number;
  /** The largest number of steps. */
  points: number;
}

/** An id may contain commas and slashes. */
const nameOf = ({ kind, id }: AskedHistory['resources'][number]): string => `${kind}/${encodeURIComponent(id)}`;

export async function readHistory(
  { resources, metrics, from, to, points }: AskedHistory,
  signal: AbortSignal | null,
): Promise<HistoryReply> {
  const query = {
    ids: [...new Set(resources.map(nameOf))].join(','),
    ...(metrics && { metrics: [...new Set(metrics)].join(',') }),
    from: String(from),
    to: String(to),
    points: String(points),
  };
  const reply = await call('GET /api/history', { query, signal });
  // a text is the answer to a request for a file
  if (typeof reply === 'string') throw new TypeError('the history is not an object');
  return reply;
}

/** What is on the screen stays there while the next span is requested. */
export const history = (asked: AskedHistory) =>
  queryOptions({
    queryKey: ['history', asked.resources.map(nameOf), asked.from, asked.to, asked.points],
    queryFn: ({ signal }) => readHistory(asked, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });

const STATUS_MS = 5000;

/** What is stored, and how far the import is. Asked again while it is shown. */
export const historyStatus = queryOptions({
  queryKey: ['history', 'status'],
  queryFn: ({ signal }) => call('GET /api/history/status', { signal }),
  refetchInterval: STATUS_MS,
  retry: false,
});
