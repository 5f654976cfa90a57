// The history of alerts: filters, bars over time, entries by day, export, clearing.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { demo } from '../../api/system.ts';
import { useMay } from '../../lib/may.ts';
import { dateOf } from '../../lib/moment.ts';
import { useNow } from '../../lib/now.ts';
import { useTyped } from '../../lib/use-typed.ts';
import { useView } from '../../lib/view/use-view.ts';
import { BarChart } from '../../ui/bars/bar-chart.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useScreenKeys } from '../../ui/screen-keys.ts';
import { Administration } from './administration.tsx';
import { barsOf, bucketHours, spanText } from './bars.ts';
import { EntryTable } from './entry-table.tsx';
import { Export } from './export.tsx';
import { FilterBar } from './filter-bar.tsx';
import { messages } from './messages.ts';
import { bars as barsQuery, entries as entriesQuery, type Filter } from './queries.ts';
import { beginOf, historyCodec } from './view.ts';

export function History() {
  const searchBox = useRef<HTMLInputElement>(null);
  const [view, onChange] = useView(historyCodec);
  const now = Math.floor(useNow() / 60_000) * 60_000;
  const q = useTyped(view.search.trim());
  const level = view.level === 'all' ? undefined : view.level;
  const since = beginOf(view.time, now);
  const whole: Filter = { since, level, q };
  const counted = useQuery(barsQuery(whole));
  const bars = useMemo(() => (counted.data ? barsOf(counted.data, now) : []), [counted.data, now]);
  const chosen = view.bar === null ? undefined : { from: view.bar, to: view.bar + (counted.data?.bucketMs ?? 0) };
  const asked: Filter = chosen ? { ...whole, since: chosen.from, until: chosen.to } : whole;
  const listed = useInfiniteQuery({ ...entriesQuery(asked), enabled: !chosen || counted.data !== undefined });
  const entries = useMemo(() => listed.data?.pages.flat(), [listed.data]);
  const isDemo = useQuery(demo).data === true;
  const mayClear = useMay('configure') && !isDemo;

  const stepBack = () => (view.bar === null ? onChange({ search: '' }) : onChange({ bar: null }));
  useScreenKeys(searchBox, stepBack);

  const isNarrowed = (['search', 'time', 'level', 'bar'] as const).some(
    (key) => view[key] !== historyCodec.fallback[key],
  );
  const error = listed.error ?? counted.error;
  if (error && !entries) return <Problem>{`${messages.failed} ${error.message}`}</Problem>;
  const total = chosen ? (bars.find(({ key }) => key === String(chosen.from))?.parts ?? []) : undefined;
  const found = total ? total.reduce((sum, { count }) => sum + count, 0) : (counted.data?.total ?? 0);
  return (
    <>
      <FilterBar
        searchRef={searchBox}
        view={view}
        onChange={onChange}
        bar={chosen && counted.data ? spanText(chosen, now) : undefined}
      />
      {!counted.data && <div className="card mt-2 h-44 [@media(height<800px)]:h-32" />}
      {counted.data && (
        <section aria-label={messages.chart} className="card mt-2 px-3.5 pt-2 pb-1">
          <div className="mb-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
            <h2 className="font-semibold">{messages.count(counted.data.total)}</h2>
            <span className="text-mute">
              {messages.since(dateOf(Date.parse(counted.data.since)))}, {messages.perBar(bucketHours(counted.data))}
            </span>
            <Legend bars={bars} />
          </div>
          <BarChart
            key={`${counted.data.since} ${counted.data.bucketMs}`}
            label={messages.chart}
            bars={bars}
            selected={view.bar === null ? null : String(view.bar)}
            onSelect={(key) => onChange({ bar: key === null ? null : Number(key) })}
            totalText={messages.count}
          />
        </section>
      )}
      {!entries ? (
        <p className="card mt-2 p-4 text-mute" role="status">
          {messages.loading}
        </p>
      ) : entries.length === 0 ? (
        <Notice icon={<SearchX />} title={messages.none}>
          <p>{messages.noneHint}</p>
          {isNarrowed && (
            <Button look="framed" onClick={() => onChange({ ...historyCodec.fallback, columns: view.columns })}>
              {messages.reset}
            </Button>
          )}
        </Notice>
      ) : (
        <EntryTable
          entries={entries}
          now={now}
          chosen={view.columns}
          onChoose={(columns) => onChange({ columns })}
          legend={
            <span className="flex items-center gap-1">
              {messages.shown(entries.length, Math.max(found, entries.length))}
              {listed.hasNextPage && (
                <Button disabled={listed.isFetchingNextPage} onClick={() => void listed.fetchNextPage()}>
                  {messages.more}
                </Button>
              )}
              <Export asked={asked} />
            </span>
          }
        />
      )}
      {mayClear && <Administration />}
    </>
  );
}

const KINDS = ['critical', 'warning'] as const;

function Legend({ bars }: { bars: ReturnType<typeof barsOf> }) {
  const sum = (kind: string) =>
    bars.reduce((all, { parts }) => all + (parts.find((part) => part.kind === kind)?.count ?? 0), 0);
  return (
    <ul className="chart ml-auto flex gap-3 text-xs text-soft tabular-nums">
      {KINDS.map((kind) => (
        <li key={kind} className="inline-flex items-center gap-1.5">
          <svg width="9" height="9" aria-hidden>
            <rect className={kind} width="9" height="9" rx="1.5" />
          </svg>
          {messages.severities[kind]} {sum(kind)}
        </li>
      ))}
    </ul>
  );
}
