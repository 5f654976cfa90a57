// When something will be full, or a disk worn out.
import type { Forecast } from '@belfry/schema/forecast';
import type { ForecastsQuery, ForecastsReply } from '@belfry/schema/http/forecasts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMay } from '../lib/may.ts';
import { call } from './client.ts';

/** The server computes them once in this time. */
const KEPT_MS = 600_000;

const forecasts = (query: ForecastsQuery) =>
  queryOptions({
    queryKey: ['forecasts', query],
    queryFn: ({ signal }) => call('GET /api/forecasts', { query, signal }),
    staleTime: KEPT_MS,
    retry: false,
  });

/** Undefined while they are loading, and where the history does not answer. Without a query nothing is asked. */
export function useForecasts(query: ForecastsQuery | undefined): ForecastsReply | undefined {
  const mayRead = useMay('read');
  return useQuery({ ...forecasts(query ?? {}), enabled: mayRead && query !== undefined }).data;
}

export const forecastOf = (
  reply: ForecastsReply | undefined,
  kind: ForecastsReply['forecasts'][number]['kind'],
  id: string,
): Forecast | undefined => reply?.forecasts.find((each) => each.kind === kind && each.id === id)?.forecast;
