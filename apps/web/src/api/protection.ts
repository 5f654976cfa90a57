// The last nights of all guests, and what people decided about their protection.
import type { ProtectionDecisions } from '@belfry/schema/http/protection';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

const REFRESH_MS = 60_000;

/** Other people decide too. */
export const decisions = queryOptions({
  queryKey: ['protection', 'decisions'],
  queryFn: ({ signal }) => call('GET /api/protection/decisions', { signal }),
  refetchInterval: REFRESH_MS,
});

export type Decisions = ProtectionDecisions;
export type RestoreTest = Decisions['restoreTests'][number];
export type Exclusion = Decisions['exclusions'][number];

/** A letter for each night, the oldest first, see `Nights`. `until`: the end of each, epoch ms, the same list for all guests of an instance. */
export interface NightsOfGuest {
  until: readonly number[];
  letters: string;
}

interface AllNights {
  revision: string;
  of: ReadonlyMap<string, NightsOfGuest>;
}

const DAYS = '14';

export const nights = queryOptions({
  queryKey: ['protection', 'nights'],
  queryFn: async ({ client, queryKey, signal }): Promise<AllNights> => {
    const known = client.getQueryData<AllNights>(queryKey);
    const query = { days: DAYS, ...(known && { after: known.revision }) };
    const { revision, instances } = await call('GET /api/protection/nights', { query, signal });
    if (!instances && known) return known;
    const of = new Map<string, NightsOfGuest>();
    for (const { until, guests } of Object.values(instances ?? {}))
      for (const [id, letters] of Object.entries(guests)) of.set(id, { until, letters });
    return { revision, of };
  },
  refetchInterval: REFRESH_MS,
  structuralSharing: false,
});

const changed = (queries: QueryClient) => queries.invalidateQueries({ queryKey: decisions.queryKey });

export async function exclude(queries: QueryClient, guest: string, note: string, until?: string): Promise<void> {
  const body = { note, ...(until !== undefined && { until }) };
  await call('PUT /api/protection/exclusions/:guest', { params: { guest }, body });
  await changed(queries);
}

export async function endExclusion(queries: QueryClient, guest: string): Promise<void> {
  await call('DELETE /api/protection/exclusions/:guest', { params: { guest } });
  await changed(queries);
}

export async function assign(queries: QueryClient, group: string, guest: string): Promise<void> {
  await call('PUT /api/protection/assignments/:group', { params: { group }, body: { guest } });
  await changed(queries);
}

export async function endAssignment(queries: QueryClient, group: string): Promise<void> {
  await call('DELETE /api/protection/assignments/:group', { params: { group } });
  await changed(queries);
}

export async function noteRestoreTest(
  queries: QueryClient,
  body: { guest: string; at: string; result: RestoreTest['result']; note: string },
): Promise<void> {
  await call('POST /api/protection/restore-tests', { body });
  await changed(queries);
}

export async function removeRestoreTest(queries: QueryClient, id: string): Promise<void> {
  await call('DELETE /api/protection/restore-tests/:id', { params: { id } });
  await changed(queries);
}

/** Null: nobody is reminded. */
export async function remindAfter(queries: QueryClient, days: number | null): Promise<void> {
  await call('PUT /api/protection/reminder', { body: { days } });
  await changed(queries);
}
