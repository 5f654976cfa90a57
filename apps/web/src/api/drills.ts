// Restore tests that Belfry hands out and watches.
import type { Ask } from '@belfry/schema/http/call';
import type { ShownDrill } from '@belfry/schema/http/drills';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

const SLOW_MS = 30_000;
/** While one is open. */
const FAST_MS = 3000;

export const isOver = ({ state }: ShownDrill): boolean =>
  state === 'done' || state === 'refused' || state === 'aborted';

export const allDrills = queryOptions({
  queryKey: ['drills'],
  queryFn: ({ signal }) => call('GET /api/drills', { query: {}, signal }),
  refetchInterval: ({ state }) => (state.data && !state.data.drills.every(isOver) ? FAST_MS : SLOW_MS),
});

export const oneDrill = (id: string) =>
  queryOptions({
    queryKey: ['drills', id],
    queryFn: ({ signal }) => call('GET /api/drills/:id', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && !isOver(state.data.drill) ? FAST_MS : false),
  });

export type DrillAsked = Ask<'POST /api/drills'>['body'];

export const handOut = (body: DrillAsked) => call('POST /api/drills', { body });

export const abort = (id: string) => call('POST /api/drills/:id/abort', { params: { id } });

export const testPlans = queryOptions({
  queryKey: ['drills', 'plans'],
  queryFn: ({ signal }) => call('GET /api/protection/test-plans', { signal }),
  refetchInterval: SLOW_MS,
});

type GivenPlan = Ask<'PUT /api/protection/test-plans'>['body']['plans'][number];

/** The server knows since when each is there. */
export async function setTestPlans(queries: QueryClient, plans: readonly GivenPlan[]): Promise<void> {
  const given = plans.map(({ id, name, every, scope, count, remindDays }) => ({
    ...{ name, every, scope, count, remindDays },
    ...(id !== undefined && { id }),
  }));
  queries.setQueryData(testPlans.queryKey, await call('PUT /api/protection/test-plans', { body: { plans: given } }));
}
