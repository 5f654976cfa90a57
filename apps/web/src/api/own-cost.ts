// What Belfry itself uses: the last hour from its history, and its calls since the start.
import type { HistorySeries } from '@belfry/schema/http/history';
import type { InstanceCalls } from '@belfry/schema/http/monitoring';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

const EVERY_MS = 10_000;

/** A value for each minute of the last hour, of Belfry and of the monitoring of each instance. */
export const ownHour = (instances: readonly string[]) =>
  queryOptions({
    queryKey: ['own-cost', instances],
    queryFn: async ({ signal }): Promise<readonly HistorySeries[]> => {
      const ids = ['belfry/belfry', ...instances.map((id) => `instance/${encodeURIComponent(id)}`)].join();
      const reply = await call('GET /api/history', { query: { ids, points: '60' }, signal });
      return typeof reply === 'string' ? [] : reply.series;
    },
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
    retry: false,
  });

/** The calls since the start, by instance and poll; `at`: when they were read, in ms of `performance.now`. */
export const ownCalls = queryOptions({
  queryKey: ['own-calls'],
  queryFn: async ({ signal }): Promise<{ at: number; calls: readonly InstanceCalls[] }> => {
    const { instances } = await call('GET /api/performance', { signal });
    return { at: performance.now(), calls: instances };
  },
  refetchInterval: EVERY_MS,
  retry: false,
});
