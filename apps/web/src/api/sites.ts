// The sites with their collectors, for the pages of the settings. Every other screen reads them from the live state.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useList } from '../live/use-live.ts';
import { call } from './client.ts';

const REFRESH_MS = 10_000;
/** While somebody waits for a collector to join. */
const FAST_REFRESH_MS = 2_000;

export const sites = queryOptions({
  queryKey: ['sites'],
  queryFn: ({ signal }) => call('GET /api/sites', { signal }),
  refetchInterval: REFRESH_MS,
});

/** They are loaded again at once when one of them has another state in the live state. */
export function useSites() {
  const queries = useQueryClient();
  const states = useList('sites')
    .map(({ id, name, status }) => `${id} ${status} ${name}`)
    .join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the states are other ones
  useEffect(() => void queries.invalidateQueries({ queryKey: sites.queryKey }), [queries, states]);
  return useQuery(sites);
}

/** One site, loaded every few seconds. */
export const useAwaitedSite = (id: string | undefined) =>
  useQuery({ ...sites, refetchInterval: FAST_REFRESH_MS }).data?.find((site) => site.id === id);
