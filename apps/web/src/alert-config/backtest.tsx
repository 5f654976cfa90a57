// What the unsaved thresholds and delays would have done in the past, on request. Closing it, or another change, ends the question.
import type { AlertConfig } from '@belfry/schema/alerts/config';
import type { BacktestReply, Outcome } from '@belfry/schema/http/backtest';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { browserZone } from '../lib/browser-zone.ts';
import { formatDuration } from '../lib/language/format.ts';
import { messages as types } from '../ui/alerts/type-messages.ts';
import { Button } from '../ui/button.tsx';
import { messages } from './messages.ts';

const SPANS = [30, 90] as const;
const MAX_NAMED = 3;
const DAY_MS = 86_400_000;

export function Backtest({ config }: { config: AlertConfig }) {
  const [days, setDays] = useState<(typeof SPANS)[number]>();
  const queries = useQueryClient();
  const queryKey = ['backtest', days, config];
  const { data, error, isFetching } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call('POST /api/alerts/backtest', { body: { config, days: days ?? SPANS[0], timeZone: browserZone() }, signal }),
    enabled: days !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const cancel = () => {
    void queries.cancelQueries({ queryKey });
    setDays(undefined);
  };
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-sm text-soft">
      <span>{messages.backtest.ask}</span>
      {SPANS.map((each) => (
        <Button
          key={each}
          className="h-6! px-1.5! aria-pressed:text-brand"
          aria-pressed={each === days}
          disabled={isFetching}
          onClick={() => setDays(each)}
        >
          {messages.backtest.days(each)}
        </Button>
      ))}
      {isFetching && (
        <>
          <span role="status">{messages.backtest.busy}</span>
          <Button className="h-6! px-1.5!" onClick={cancel}>
            {messages.backtest.cancel}
          </Button>
        </>
      )}
      {error && !isFetching && (
        <p role="alert" className="w-full text-crit">
          {error.message}
        </p>
      )}
      {data && !isFetching && (
        <div role="status" className="w-full">
          <Answer reply={data} />
        </div>
      )}
    </div>
  );
}

function Answer({ reply }: { reply: BacktestReply }) {
  const { from, to, stepMs, figures, unknown, before, after, suggestion } = reply;
  const texts = messages.backtest;
  if (figures === 0) return <p>{texts.nothing}</p>;
  if (unknown === figures) return <p>{texts.noValues}</p>;
  const isQuiet = before.alerts + after.alerts === 0;
  const more = [
    texts.coarse(formatDuration(stepMs), Math.max(1, Math.round((to - from) / DAY_MS))),
    ...(unknown > 0 ? [texts.unknown(unknown, figures)] : []),
  ];
  return (
    <>
      {isQuiet ? (
        <p>{texts.quietAnyway}</p>
      ) : (
        <p>
          <strong className="font-semibold text-text">{texts.alerts(after.alerts, before.alerts)}</strong>{' '}
          {texts.length(formatDuration(after.activeMs), formatDuration(before.activeMs))} {mostOf(after)}
        </p>
      )}
      {suggestion && !isQuiet && (
        <p title={suggestion.tried.map(sayTried).join('\n')}>
          {suggestion.trigger === undefined
            ? texts.neverQuiet(suggestion.aYear)
            : texts.quiet(suggestion.trigger, suggestion.aYear)}{' '}
          {suggestion.tried
            .filter((_, nth) => nth % 3 === 0)
            .map(sayTried)
            .join(', ')}
        </p>
      )}
      <p className="text-mute">{more.join(' ')}</p>
    </>
  );
}

const sayTried = ({ trigger, alertsAYear, lasting }: NonNullable<BacktestReply['suggestion']>['tried'][number]) =>
  messages.backtest.tried(trigger, alertsAYear, lasting);

function mostOf({ resources, hours, alerts }: Outcome): string {
  if (alerts === 0) return '';
  const named = resources
    .slice(0, MAX_NAMED)
    .map(({ name, type, alerts: own }) => `${name} ${types.name(type)} ${own}`);
  const night = hours.slice(0, 6).reduce((sum, each) => sum + each, 0);
  return `${messages.backtest.most(named.join(', '))} ${messages.backtest.night(night)}`;
}
