// What a weekly window would have held back in the past, on request. Another change of the window counts again.
import { siteOfAlert } from '@belfry/domain/alerts/site-of';
import type { WindowInput } from '@belfry/schema/alerts/silences';
import type { Alert } from '@belfry/schema/entities/alert';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '../../../../api/client.ts';
import { useMay } from '../../../../lib/may.ts';
import { MINUTE_MS, timeNow } from '../../../../lib/now.ts';
import { useLive } from '../../../../live/use-live.ts';
import { Button } from '../../../../ui/button.tsx';
import { messages } from '../messages.ts';
import { windowPast } from './window-past.ts';

const DAY_MS = 24 * 60 * MINUTE_MS;
const SPANS = [30, 90] as const;
/** With more alerts, the newest ones are counted. */
const MOST = 10_000;

export function PastAlerts({ window }: { window: Pick<WindowInput, 'schedule' | 'targets'> }) {
  const [days, setDays] = useState<(typeof SPANS)[number]>();
  const texts = messages.window.past;
  const { data, error, isFetching } = useQuery({
    queryKey: ['alert-history', 'window', days],
    queryFn: async ({ signal }) => {
      const range = { start: timeNow() - (days ?? SPANS[0]) * DAY_MS, end: timeNow() };
      const query = { since: String(range.start), limit: String(MOST) };
      return { range, entries: await call('GET /api/alerts/history', { query, signal }) };
    },
    enabled: useMay('read') && days !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const state = useLive((live) => live.state);
  const past = useMemo(() => {
    if (!data) return undefined;
    const guests = state ? [...state.vms, ...state.containers] : [];
    const tags = new Map(guests.map((guest) => [guest.id, guest.tags]));
    return windowPast(data.entries, window, data.range, {
      tagsOf: ({ resourceId }: Alert) => tags.get(resourceId) ?? [],
      siteOf: (alert: Alert) => (state ? siteOfAlert(state, alert) : undefined),
    });
  }, [data, window, state]);
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-sm text-soft">
      <span>{texts.ask}</span>
      {SPANS.map((each) => (
        <Button
          key={each}
          className="h-6! px-1.5! aria-pressed:text-brand"
          aria-pressed={each === days}
          onClick={() => setDays(each)}
        >
          {texts.days(each)}
        </Button>
      ))}
      {isFetching && <span role="status">{texts.busy}</span>}
      {error && !isFetching && (
        <p role="alert" className="w-full text-crit">
          {error.message}
        </p>
      )}
      {data && past && !isFetching && (
        <p role="status" className="w-full">
          <strong className="font-semibold text-text">
            {texts.held(past.silent + past.later, data.entries.length, data.entries.length === MOST)}
          </strong>
          {past.silent + past.later > 0 && (
            <>
              {' '}
              {texts.ended(past.silent)} {past.later > 0 && texts.later(past.later)}{' '}
              {texts.most(past.most.map(({ name, count }) => `${name} ${count}`).join(', '))}
            </>
          )}
        </p>
      )}
    </div>
  );
}
