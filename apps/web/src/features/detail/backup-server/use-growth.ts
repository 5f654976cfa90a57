// How the datastores of a server have grown in the last 30 days, from Belfry's own history.
import { type Fill, fullAt, growthOf } from '@belfry/domain/filling';
import { datastoreId } from '@belfry/domain/ids';
import type { PbsInstance } from '@belfry/schema/entities/pbs';
import type { HistoryReply } from '@belfry/schema/http/history';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readHistory } from '../../../api/history.ts';
import { useMay } from '../../../lib/may.ts';
import { MINUTE_MS, useNow } from '../../../lib/now.ts';

export const PAST_MS = 30 * 86_400_000;
const POINTS = 120;
const HOUR_MS = 60 * MINUTE_MS;

/** `perDay` bytes, absent while too little is known; `fullAt` epoch ms, absent when it is not in sight. */
export interface Growth {
  past: readonly Fill[];
  perDay?: number | undefined;
  fullAt?: number | undefined;
}

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
  return useMemo(() => {
    if (error) return new Map();
    return data && new Map(datastores.map(({ name, free }) => [name, growthIn(data, datastoreId(id, name), free, to)]));
  }, [data, error, datastores, id, to]);
}

export function growthIn({ series }: HistoryReply, id: string, free: number | undefined, now: number): Growth {
  const own = series.find((each) => each.id === id && each.metric === 'used');
  const past = (own?.mean ?? []).flatMap((used, nth): Fill[] =>
    own && used !== null ? [{ at: own.from + nth * own.step, used }] : [],
  );
  const perDay = growthOf(past);
  if (perDay === undefined) return { past };
  return { past, perDay, ...(free !== undefined && { fullAt: fullAt(free, perDay, now) }) };
}
