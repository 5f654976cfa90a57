// The charts of a page, one below the other: each has its live figures as its head, and all share one axis of time and one crosshair.
import { type KeyboardEvent, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react';
import { type Command, useCommand } from '../../../lib/commands.ts';
import { shortMoment } from '../../../lib/moment.ts';
import { timeNow, useNow } from '../../../lib/now.ts';
import type { ChangeView } from '../../../lib/view/use-view.ts';
import { useLive } from '../../../live/use-live.ts';
import { Button } from '../../../ui/button.tsx';
import { late } from '../../../ui/late.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import type { Figure } from '../detail.ts';
import { EventLanes, type SourcePart } from '../events/event-lanes.tsx';
import { laneOf, type ResourceEvent } from '../events/events.ts';
import { FigureHead, Figures } from '../figures.tsx';
import { messages } from '../messages.ts';
import { type DetailView, ranges, SHORTEST_SPAN_MS, type Span } from '../view.ts';
import { chartGroup } from './group.ts';
import {
  beginningOf,
  type ChartColumns,
  columnsOf,
  gapsOf,
  isImported,
  joined,
  type Part,
  summaryOf,
} from './series.ts';
import { useHistory, useSpan } from './use-history.ts';
import { valueText } from './value-text.ts';

const Plot = late(async () => (await import('./plot.tsx')).Plot);

const keys: readonly Command[] = [
  { id: 'charts/cross', name: () => messages.crosshairKeys, keys: 'ArrowLeft ArrowRight', scope: 'element' },
  { id: 'charts/in', name: () => messages.zoomInKeys, keys: '+', scope: 'element' },
  { id: 'charts/out', name: () => messages.zoomOutKeys, keys: '-', scope: 'element' },
];

interface ChartRowsProps {
  figures: readonly Figure[];
  /** The figures are old. */
  isOld: boolean;
  /** The newest first. */
  events: readonly ResourceEvent[];
  /** The key of the event that the user points at, here or in the table of events. */
  pointed: string | undefined;
  onPoint(key: string | undefined): void;
  view: DetailView;
  onChange: ChangeView<DetailView>;
}

export function ChartRows({ figures, isOld, view, onChange, ...shown }: ChartRowsProps) {
  const { span, isLive } = useSpan(view);
  const { data, error } = useHistory(figures, span);
  const receivedAt = useLive((live) => live.receivedAt);
  const live = isLive && !isOld ? receivedAt : undefined;
  const charts = figures
    .map((figure) => ({
      figure,
      columns: data && figure.plot ? columnsOf(figure.plot, data, live) : undefined,
    }))
    .filter(({ figure, columns }) => figure.measured !== undefined || !figure.isRare || columns?.isEmpty === false);
  const isEmpty = data !== undefined && charts.every(({ columns }) => columns?.isEmpty ?? true);
  const imported = joined(charts.flatMap(({ columns }) => columns?.imported ?? []));
  const beginning = Math.min(...charts.flatMap(({ columns }) => (columns && beginningOf(columns)) ?? []));
  const shownFigures = charts.map(({ figure }) => figure);
  if (error && !data)
    return (
      <>
        <Figures figures={shownFigures} old={isOld} />
        <Failed error={error} />
      </>
    );
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Segmented
          label={messages.range}
          options={ranges.map((range) => [range, messages.ranges[range]] as const)}
          value={view.range}
          onChange={(range) => onChange({ range, zoom: null })}
        />
        <SpanText span={span} />
        {view.zoom ? (
          <Button look="framed" onClick={() => onChange({ zoom: null })}>
            {messages.showAll}
          </Button>
        ) : (
          !isEmpty && <span className="text-sm text-mute @max-[760px]:hidden">{messages.zoomHint}</span>
        )}
        <Imported parts={imported} beginning={beginning} />
      </div>
      {error && <Failed error={error} />}
      {isEmpty ? (
        <>
          <Figures figures={shownFigures} old={isOld} />
          <p role="status" className="px-1 text-sm text-mute">
            <b className="font-semibold">{messages.noHistory}.</b> {messages.noHistoryHint}
          </p>
        </>
      ) : (
        <Charts {...{ charts, span, imported, isOld }} {...shown} onZoom={(zoom) => onChange({ zoom })} />
      )}
    </>
  );
}

const Failed = ({ error }: { error: Error }) => (
  <p role="status" className="px-1 text-sm text-warn">
    {messages.historyFailed(error.message)}
  </p>
);

function SpanText({ span: { from, to } }: { span: Span }) {
  const now = useNow(60_000);
  return (
    <span className="text-sm text-soft tabular-nums">
      {messages.span(shortMoment(from, now), shortMoment(Math.min(to, now), now))}
    </span>
  );
}

/** The legend of the bands in the charts. */
function Imported({ parts, beginning }: { parts: readonly Part[]; beginning: number }) {
  const now = useNow(60_000);
  const [first, ...others] = parts;
  if (!first) return null;
  return (
    <span className="ml-auto inline-flex items-center gap-1.5 text-sm text-mute">
      <i aria-hidden className="imported-key" />
      {others.length > 0 || first[0] > beginning
        ? messages.importedParts
        : messages.imported(shortMoment(first[1], now))}
    </span>
  );
}

interface ChartsProps extends Pick<ChartRowsProps, 'events' | 'pointed' | 'onPoint'> {
  charts: readonly { figure: Figure; columns: ChartColumns | undefined }[];
  span: Span;
  imported: readonly Part[];
  isOld: boolean;
  onZoom(span: Span | null): void;
}

function Charts({ charts, span, imported, isOld, events, pointed, onPoint, onZoom }: ChartsProps) {
  const key = useId();
  const zoom = useRef(onZoom);
  zoom.current = onZoom;
  const group = useMemo(() => chartGroup(key, (chosen) => zoom.current(chosen)), [key]);
  const [crossed, setCrossed] = useState<number>();
  useCommand(...keys);
  const drawn = charts.filter(({ columns }) => columns && !columns.isEmpty);
  const last = drawn.at(-1)?.figure.id;
  const changes = useMemo(() => events.filter(({ look }) => laneOf[look] === 'changes').map(({ at }) => at), [events]);
  // an event in the table moves the crosshair too
  const target = events.find(({ key: own }) => own === pointed)?.at;
  useEffect(() => {
    if (target === undefined || target < span.from || target > span.to) return;
    group.point(target / 1000);
    return () => group.point(undefined);
  }, [group, target, span.from, span.to]);

  const times = drawn[0]?.columns?.times ?? [];
  const place = Math.min(crossed ?? times.length - 1, times.length - 1);
  const point = (to: number) => {
    setCrossed(to);
    group.point(times[to] ?? 0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || (event.key !== '+' && event.key !== '-')) return;
    event.preventDefault();
    onZoom(zoomed(span, (times[place] ?? 0) * 1000, event.key === '+'));
  };

  return (
    <div className={`card charts ${isOld ? 'old' : ''}`}>
      {drawn.length > 0 && (
        <input
          type="range"
          className="sr-only"
          aria-label={messages.charts}
          min={0}
          max={times.length - 1}
          value={place}
          aria-valuetext={sentenceAt(place, drawn)}
          onChange={({ currentTarget }) => point(Number(currentTarget.value))}
          onFocus={() => point(place)}
          onKeyDown={onKeyDown}
        />
      )}
      {charts.map(({ figure, columns }) => (
        <div key={figure.id} className="chart-row">
          <div className="chart-head">
            <FigureHead figure={figure} />
          </div>
          {columns && figure.plot && !columns.isEmpty ? (
            <>
              <Suspense fallback={<div className="plot" />}>
                <Plot
                  plot={figure.plot}
                  columns={columns}
                  span={span}
                  changes={changes}
                  group={group}
                  hasAxis={figure.id === last}
                />
              </Suspense>
              <p className="sr-only">{summaryText(figure, columns)}</p>
            </>
          ) : (
            <p className="plot self-center text-center text-sm text-mute">{columns ? messages.noHistory : ''}</p>
          )}
        </div>
      ))}
      <EventLanes {...{ events, span, group, pointed, onPoint }} sources={sourcesOf(drawn, imported)} />
    </div>
  );
}

/** What was imported, the gaps of the first chart, and what is an estimate. */
const sourcesOf = (charts: ChartsProps['charts'], imported: readonly Part[]): SourcePart[] =>
  [
    ...imported.map(([from, to]): SourcePart => ({ from, to, look: 'imported', text: messages.proxmox })),
    ...charts.slice(0, 1).flatMap(({ columns }) =>
      (columns ? gapsOf(columns) : []).map(([start, end]): SourcePart => {
        return { from: start * 1000, to: end * 1000, look: 'gap', text: messages.noData };
      }),
    ),
    ...charts.flatMap(({ figure, columns }) =>
      (columns?.estimated ?? []).map(([from, to]): SourcePart => {
        return { from, to, look: 'estimated', text: messages.estimateOf(figure.title) };
      }),
    ),
  ].sort((a, b) => a.from - b.from);

/** Half or double the span around a time. */
function zoomed({ from, to }: Span, at: number, closer: boolean): Span | null {
  const length = Math.max(SHORTEST_SPAN_MS, (to - from) * (closer ? 0.5 : 2));
  const share = (Math.min(Math.max(at, from), to) - from) / (to - from);
  const start = at - share * length;
  return { from: Math.floor(start), to: Math.ceil(Math.min(start + length, timeNow())) };
}

const nameIn = (figure: Figure, name: string): string => (name === '' ? figure.title : `${figure.title} ${name}`);

/** For screen readers: the chart in a sentence for each line. */
const summaryText = (figure: Figure, { lines }: ChartColumns): string =>
  lines
    .flatMap(({ line, ...columns }) => {
      const found = summaryOf(columns);
      const text = (value: number) => valueText(figure.plot?.unit ?? 'count', value);
      if (!found) return [];
      const { min, mean, max, last } = found;
      return [messages.summary(nameIn(figure, line.name), text(min), text(mean), text(max), text(last))];
    })
    .join('. ');

function sentenceAt(place: number, charts: ChartsProps['charts']): string {
  const time = (charts[0]?.columns?.times[place] ?? 0) * 1000;
  const values = charts.flatMap(({ figure, columns }) =>
    (columns?.lines ?? []).flatMap(({ line, mean }) => {
      const value = mean[place];
      return value === null || value === undefined
        ? []
        : [messages.value(nameIn(figure, line.name), valueText(figure.plot?.unit ?? 'count', value))];
    }),
  );
  const from = charts.some(({ columns }) => columns && isImported(columns, time)) ? [messages.fromProxmox] : [];
  return messages.at(shortMoment(time, timeNow()), [...values, ...from].join(', '));
}
