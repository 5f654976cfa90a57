// How many alerts of the last seven days a destination would have got.
import { siteOfAlert } from '@belfry/domain/alerts/site-of';
import { filteredBy } from '@belfry/domain/notifications/routing';
import type { Alert } from '@belfry/schema/entities/alert';
import type { Routing } from '@belfry/schema/notifications/routing';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../api/client.ts';
import { useMay } from '../../../lib/may.ts';
import { MINUTE_MS, timeNow } from '../../../lib/now.ts';
import { useLive } from '../../../live/use-live.ts';
import { messages } from './messages.ts';

const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;
/** With more alerts, the newest ones are counted. */
const MOST = '2000';

const lastWeek = queryOptions({
  queryKey: ['alert-history', 'last-week'],
  queryFn: ({ signal }) =>
    call('GET /api/alerts/history', {
      query: { since: String(timeNow() - WEEK_MS), limit: MOST },
      signal,
    }),
  // an alert may have fired since another form was open
  staleTime: 0,
});

export function LastWeek({ routing }: { routing: Routing }) {
  const { data } = useQuery({ ...lastWeek, enabled: useMay('read') });
  const state = useLive((live) => live.state);
  const sent = useMemo(() => {
    const guests = routing.tags.length === 0 || !state ? [] : [...state.vms, ...state.containers];
    const tags = new Map(guests.map((guest) => [guest.id, guest.tags]));
    const siteOf = (alert: Alert) => (state ? siteOfAlert(state, alert) : undefined);
    return data && countRouted(data, routing, (id) => tags.get(id) ?? [], siteOf);
  }, [data, routing, state]);
  if (!data || sent === undefined || data.length === 0) return null;
  return <>{messages.lastWeek(sent, data.length)}</>;
}

/** `tagsOf`: the present tags of a resource. */
export const countRouted = (
  alerts: readonly Alert[],
  routing: Routing,
  tagsOf: (resource: string) => readonly string[],
  siteOf: (alert: Alert) => string | undefined = () => undefined,
): number =>
  alerts.filter(
    (alert) =>
      filteredBy(routing, alert, { tags: () => tagsOf(alert.resourceId), site: () => siteOf(alert) }) === undefined,
  ).length;
