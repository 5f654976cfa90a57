// The four figures of the page.

import { createOverrides } from '@belfry/domain/alerts/overrides';
import { guestSubject } from '@belfry/domain/alerts/subjects';
import type { Alert } from '@belfry/schema/entities/alert';
import type { HistoryBuckets } from '@belfry/schema/http/alerts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useAlertPolicies } from '../../api/alert-config.ts';
import { call } from '../../api/client.ts';
import { formatCount, NONE } from '../../lib/language/format.ts';
import { useMay } from '../../lib/may.ts';
import { MINUTE_MS, timeNow } from '../../lib/now.ts';
import { useList, useLiveStore } from '../../live/use-live.ts';
import { standingOf } from '../../ui/alerts/standing.ts';
import { messages } from './messages.ts';
import { standingsOf, standingTexts } from './standings.ts';

const DAY_MS = 24 * 60 * MINUTE_MS;
const COUNTED_AFTER_MS = 300;

const lastDay = queryOptions({
  queryKey: ['alert-history', 'last-day'],
  queryFn: ({ signal }) =>
    call('GET /api/alerts/history/buckets', {
      query: { since: new Date(timeNow() - DAY_MS).toISOString() },
      signal,
    }),
  // what began a day ago leaves the count
  refetchInterval: MINUTE_MS,
});

/** A new alert is counted at once, and many at a time with one call. */
function useCountOfNew(): void {
  const live = useLiveStore();
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = () => {
      timer = undefined;
      void queries.invalidateQueries({ queryKey: lastDay.queryKey });
    };
    const forget = live.onEvent(({ type }) => {
      if (type === 'alert') timer ??= setTimeout(count, COUNTED_AFTER_MS);
    });
    return () => {
      forget();
      clearTimeout(timer);
    };
  }, [live, queries]);
}

export function Counters({ alerts }: { alerts: readonly Alert[] }) {
  const open = alerts.filter((alert) => standingOf(alert) === 'firing');
  const critical = open.filter(({ level }) => level === 'critical').length;
  const standings = standingsOf(alerts);
  useCountOfNew();
  const history = useQuery({ ...lastDay, enabled: useMay('read') }).data;
  const overrides = useGuestOverrides();
  return (
    <dl
      aria-label={messages.counters}
      className="flex flex-wrap gap-x-8 gap-y-2 pb-2 max-md:grid max-md:grid-cols-[auto_1fr] max-md:gap-x-3"
    >
      <Counter name={messages.counts.active} count={alerts.length} wide={alerts.length > 0}>
        {alerts.length > 0 && (
          <span className="text-sm text-soft tabular-nums">{messages.ofStanding.firing(open.length)}</span>
        )}
        <OfLevel tone="crit" count={critical} level={messages.levelNames.critical} />
        <OfLevel tone="warn" count={open.length - critical} level={messages.levelNames.warning} />
        {/* acknowledged ones have a counter of their own */}
        <span className="text-sm text-soft tabular-nums">
          {standingTexts(standings, 'acknowledged').slice(1).join(' · ')}
        </span>
      </Counter>
      <Counter name={messages.counts.acknowledged} count={standings.acknowledged} />
      <Counter name={messages.counts.lastDay} count={history?.total}>
        {history && <Bars history={history} />}
      </Counter>
      <Counter name={messages.counts.overrides} count={overrides} />
    </dl>
  );
}

/** How many guests have an override of their own. Undefined until the configuration is known. */
function useGuestOverrides(): number | undefined {
  const overrides = useAlertPolicies()?.config.overrides;
  const vms = useList('vms');
  const containers = useList('containers');
  return useMemo(() => {
    if (!overrides) return undefined;
    const of = createOverrides(overrides);
    return [...vms, ...containers].filter((guest) => of(guestSubject(guest)).some(({ from }) => from === 'override'))
      .length;
  }, [overrides, vms, containers]);
}

interface CounterProps {
  name: string;
  /** Undefined until it is known. */
  count: number | undefined;
  /** On a phone it has a line of its own. */
  wide?: boolean;
  children?: ReactNode;
}

const Counter = ({ name, count, wide = false, children }: CounterProps) => (
  <div
    className={`flex items-baseline gap-2 max-[430px]:flex-wrap max-[430px]:gap-y-0 ${wide ? 'max-md:col-span-2' : ''}`}
  >
    <dt className="order-1 whitespace-nowrap text-soft max-[430px]:whitespace-normal">{name}</dt>
    <dd className="min-w-3 shrink-0 text-lg font-semibold tabular-nums">
      {count === undefined ? NONE : formatCount(count)}
    </dd>
    {children && <dd className="order-2 flex items-center gap-2 self-center">{children}</dd>}
  </div>
);

function OfLevel({ tone, count, level }: { tone: 'crit' | 'warn'; count: number; level: string }) {
  if (count === 0) return null;
  return (
    <span className="inline-flex items-center gap-1.5 text-sm text-soft tabular-nums">
      <span className={`dot ${tone}`} aria-hidden />
      <span className="sr-only">{messages.ofLevel(count, level)}</span>
      <span aria-hidden>{formatCount(count)}</span>
    </span>
  );
}

const BAR = 3;
const GAP = 1;
const HEIGHT = 14;

/** One bar for each part of the day. */
function Bars({ history: { buckets } }: { history: HistoryBuckets }) {
  const totals = buckets.map(({ critical, warning }) => critical + warning);
  const most = Math.max(1, ...totals);
  const bar = (total: number, place: number) => {
    const height = total === 0 ? 1 : Math.max(2, (total / most) * HEIGHT);
    return `M${place * (BAR + GAP)} ${HEIGHT}v${-height}h${BAR}v${height}z`;
  };
  return (
    <svg
      role="img"
      aria-label={messages.perHour}
      width={totals.length * (BAR + GAP)}
      height={HEIGHT}
      className="text-mute max-md:hidden"
    >
      <path fill="currentColor" d={totals.map(bar).join('')} />
    </svg>
  );
}
