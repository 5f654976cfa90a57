// When storages and datastores will be full.
import type { Forecast } from '@belfry/schema/forecast';
import type { ForecastsReply } from '@belfry/schema/http/forecasts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMay } from '../lib/may.ts';
import { call } from './client.ts';

/** The server computes them once in this time. */
const KEPT_MS = 600_000;

const forecasts = queryOptions({
  queryKey: ['forecasts'],
  queryFn: ({ signal }) => call('GET /api/forecasts', { signal }),
  staleTime: KEPT_MS,
  retry: false,
});

/** Undefined while they are loading, and where the history does not answer. */
export function useForecasts(): ForecastsReply | undefined {
  return useQuery({ ...forecasts, enabled: useMay('read') }).data;
}

export const forecastOf = (
  reply: ForecastsReply | undefined,
  kind: ForecastsReply['forecasts'][number]['kind'],
  id: string,
): Forecast | undefined => reply?.forecasts.find((each) => each.kind === kind && each.id === id)?.forecast;
