// How the datastores of a server have grown in the last 30 days, from Belfry's own history.
import type { Fill } from '@belfry/domain/forecast/fill';
import { datastoreId } from '@belfry/domain/ids';
import type { PbsInstance } from '@belfry/schema/entities/pbs';
import type { Forecast } from '@belfry/schema/forecast';
import type { HistoryReply } from '@belfry/schema/http/history';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { forecastOf, useForecasts } from '../../../api/forecasts.ts';
import { readHistory } from '../../../api/history.ts';
import { useMay } from '../../../lib/may.ts';
import { MINUTE_MS, useNow } from '../../../lib/now.ts';

export const PAST_MS = 30 * 86_400_000;
const POINTS = 120;
const HOUR_MS = 60 * MINUTE_MS;

export interface Growth {
  past: readonly Fill[];
  forecast: Forecast | undefined;
}

/** Bytes; undefined while too little is known. */
export const perDayOf = (forecast: Forecast | undefined): number | undefined =>
  forecast && forecast.kind !== 'none' ? forecast.perDay : undefined;

/** By name of the datastore. Undefined while the history is loading. */
export function useGrowth({ id, datastores }: PbsInstance): ReadonlyMap<string, Growth> | undefined {
  const to = Math.ceil(useNow(HOUR_MS) / HOUR_MS) * HOUR_MS;
  const names = datastores.map(({ name }) => name);
  const { data, error } = useQuery({
    queryKey: ['history', 'growth', id, names, to],
    queryFn: ({ signal }) =>
      readHistory(
        {
          resources: names.map((name) => ({ kind: 'datastore', id: datastoreId(id, name) })),
          metrics: ['used'],
          ...{ from: to - PAST_MS, to, points: POINTS },
        },
        signal,
      ),
    placeholderData: keepPreviousData,
    enabled: useMay('read') && names.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const forecasts = useForecasts({ kind: 'datastore', of: id });
  return useMemo(() => {
    if (error) return new Map();
    return (
      data &&
      new Map(
        datastores.map(({ name }) => {
          const own = datastoreId(id, name);
          return [name, { past: pastIn(data, own), forecast: forecastOf(forecasts, 'datastore', own) }];
        }),
      )
    );
  }, [data, error, datastores, id, forecasts]);
}

/** Without its gaps. */
export function pastIn({ series }: HistoryReply, id: string): Fill[] {
  const own = series.find((each) => each.id === id && each.metric === 'used');
  return (own?.mean ?? []).flatMap((used, nth): Fill[] =>
    own && used !== null ? [{ at: own.from + nth * own.step, used }] : [],
  );
}
