// What Belfry itself costs, now and in the last hour, beside what it promises.
import { MAX_FAST_CALLS, mostMemory, mostSent, mostWritten } from '@belfry/domain/own-limits';
import type { HistorySeries } from '@belfry/schema/http/history';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { ownCalls, ownHour } from '../../../api/own-cost.ts';
import { formatBytes, formatCount, formatDecimal, formatRate } from '../../../lib/language/format.ts';
import { useList } from '../../../live/use-live.ts';
import { Card } from '../../../ui/card.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Strip } from '../../../ui/strip/strip.tsx';
import { type CountedCalls, fastCalls, hourOf, isDrawn } from './measured-cost.ts';
import { messages } from './messages.ts';

const DAY_S = 86_400;
const percent = (value: number) => `${formatDecimal(value, 1)}%`;
const perMinute = (value: number) => formatCount(Math.round(value));

interface Cost {
  name: string;
  series: HistorySeries | undefined;
  format(value: number): string;
  /** What is promised, in words. */
  promise: string;
  /** The promise as a number, and what counts for it. */
  limit?: number;
  measured?: number | undefined;
  more?: string | undefined;
}

export function OwnCost() {
  const instances = useList('instances');
  const polled = useMemo(() => instances.filter(({ kind }) => kind !== 'docker'), [instances]);
  const ids = useMemo(() => polled.map(({ id }) => id), [polled]);
  const { data, error } = useQuery(ownHour(ids));
  const guests = useList('vms').length + useList('containers').length;
  const fast = useFastCalls();
  if (error && !data) return <Problem>{messages.costFailed(error.message)}</Problem>;
  const of = (kind: string, id: string, metric: string) =>
    data?.find((series) => series.kind === kind && series.id === id && series.metric === metric);
  const own = (metric: string) => of('belfry', 'belfry', metric);
  const hour = (metric: string) => {
    const series = own(metric);
    return series && hourOf(series);
  };
  const written = hour('written')?.mean;
  const sent = hour('sent')?.mean;
  const browsers = Math.round(hour('browsers')?.last ?? 0);
  const costs: Cost[] = [
    { name: messages.cpu, series: own('cpu'), format: percent, promise: messages.cpuPromise },
    {
      ...{ name: messages.memory, series: own('memory.used'), format: formatBytes },
      ...{ limit: mostMemory(guests), measured: hour('memory.used')?.last },
      promise: messages.memoryPromise(formatBytes(mostMemory(guests))),
    },
    {
      ...{ name: messages.written, series: own('written'), format: formatRate },
      ...{ limit: mostWritten(guests), measured: written },
      more: written === undefined ? messages.tooEarly : messages.aDay(formatBytes(written * DAY_S)),
      promise: messages.writtenPromise(formatBytes(mostWritten(guests) * DAY_S)),
    },
    {
      ...{ name: messages.sent, series: own('sent'), format: formatRate },
      ...{ limit: mostSent(guests, browsers), measured: sent },
      more: sent === undefined ? messages.tooEarly : messages.browsers(browsers),
      promise: messages.sentPromise(formatRate(mostSent(guests, 1))),
    },
    ...polled.map(({ id, name, kind }): Cost => {
      const measured = fast(id);
      return {
        ...{ name: messages.callsTo(name), series: of('instance', id, 'calls'), format: perMinute },
        ...(kind === 'pve' && { limit: MAX_FAST_CALLS, measured }),
        more:
          kind !== 'pve' ? undefined : measured === undefined ? messages.counting : messages.fast(perMinute(measured)),
        promise: kind === 'pve' ? messages.callsPromise(MAX_FAST_CALLS) : messages.noPromise,
      };
    }),
  ];
  return (
    <Card title={messages.cost} hint={messages.costHint} flush>
      <ul className="divide-y divide-line-soft">
        {costs.map((cost) => (
          <Row key={cost.name} cost={cost} />
        ))}
      </ul>
    </Card>
  );
}

function Row({ cost: { name, series, format, promise, limit, measured, more } }: { cost: Cost }) {
  const hour = series && hourOf(series);
  const isOver = limit !== undefined && measured !== undefined && measured > limit;
  return (
    <li
      aria-label={name}
      className="grid items-center gap-x-4 gap-y-0.5 px-4 py-2 max-lg:grid-cols-[1fr_auto] lg:grid-cols-[minmax(0,13rem)_6rem_9rem_minmax(0,1fr)]"
    >
      <span className="truncate font-medium">{name}</span>
      <span className="num font-medium">{hour ? format(hour.last) : messages.notMeasured}</span>
      <span className="max-lg:hidden">
        {series && isDrawn(series) && (
          <Strip name={messages.lastHour(name)} values={series.mean} format={format} scale="values" />
        )}
      </span>
      <span className="min-w-0 text-sm text-soft max-lg:col-span-full">
        {more !== undefined && <>{more} · </>}
        {promise} {isOver && <b className="font-semibold text-warn">{messages.over}</b>}
      </span>
    </li>
  );
}

/** Counts from when the page was opened. */
function useFastCalls(): (instance: string) => number | undefined {
  const { data } = useQuery(ownCalls);
  const first = useRef<CountedCalls>(undefined);
  first.current ??= data;
  const from = first.current;
  return (instance) => (from && data ? fastCalls(instance, from, data) : undefined);
}
