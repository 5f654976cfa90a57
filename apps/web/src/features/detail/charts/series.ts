// The answer of the history → the columns of a chart, and what a chart says in words. Pure.
import type { HistoryReply, HistorySeries } from '@belfry/schema/http/history';
import type { Line, Plot } from '../detail.ts';

export type Column = readonly (number | null)[];

interface LineColumns {
  line: Line;
  min: Column;
  mean: Column;
  max: Column;
}

/** Two times. */
export type Part = readonly [from: number, to: number];

export interface ChartColumns {
  /** Epoch seconds, as the chart library counts. */
  times: readonly number[];
  lines: readonly LineColumns[];
  isEmpty: boolean;
  /** Where values of a line are those that the host itself had kept. Epoch ms, the oldest first. */
  imported: readonly Part[];
  /** Where the first line is an estimate. Epoch ms. */
  estimated: readonly Part[];
}

/**
 * All lines on one axis of time. `live` (epoch ms): where the figures of this moment are added, after the last stored step; undefined
 * for a part of the past.
 */
export function columnsOf(
  { lines, estimate }: Pick<Plot, 'lines' | 'estimate'>,
  reply: HistoryReply,
  live: number | undefined,
): ChartColumns {
  const end = live ?? reply.to;
  const found = lines.map((line) => ({ line, series: reply.series.find((each) => isOf(line, each)) }));
  const first = found.find(({ series }) => series !== undefined)?.series;
  const steps = first ? Math.max(...found.map(({ series }) => (series ? series.mean.length : 0))) : 0;
  const times = Array.from({ length: steps }, (_, n) => ((first?.from ?? 0) + n * (first?.step ?? 0)) / 1000);
  const last = times.at(-1) ?? reply.from / 1000;
  const isLive = live !== undefined && live / 1000 > last && lines.some((line) => line.live !== undefined);
  const columns = found.map(({ line, series }): LineColumns => {
    const of = (name: 'min' | 'mean' | 'max'): Column => {
      const stored = times.map((time) => valueAt(series, name, time * 1000));
      return isLive ? [...stored, line.live ?? null] : stored;
    };
    return { line, min: of('min'), mean: of('mean'), max: of('max') };
  });
  return {
    times: isLive ? [...times, live / 1000] : times,
    lines: columns,
    isEmpty: found.every(({ series }) => !series || series.mean.every((value) => value === null)),
    // the last step of a coarse tier ends later than now
    imported: importedIn(
      found.flatMap(({ series }) => series ?? []),
      end,
    ),
    estimated: lines.slice(0, 1).flatMap((line) => {
      const series = reply.series.find((each) => isOf({ ...line, metric: estimate ?? '' }, each));
      return series ? knownIn(series, end) : [];
    }),
  };
}

const isOf = (line: Pick<Line, 'kind' | 'id' | 'metric'>, { kind, id, metric }: HistorySeries): boolean =>
  kind === line.kind && id === line.id && metric === line.metric;

function valueAt(series: HistorySeries | undefined, name: 'min' | 'mean' | 'max', at: number): number | null {
  if (!series) return null;
  return series[name][Math.floor((at - series.from) / series.step)] ?? null;
}

interface Summary {
  min: number;
  mean: number;
  max: number;
  last: number;
}

/** Undefined for a line without any value. */
export function summaryOf({ min, mean, max }: Omit<LineColumns, 'line'>): Summary | undefined {
  const means = mean.filter((value) => value !== null);
  const last = means.at(-1);
  if (last === undefined) return undefined;
  return {
    min: Math.min(...min.filter((value) => value !== null)),
    mean: means.reduce((sum, value) => sum + value, 0) / means.length,
    max: Math.max(...max.filter((value) => value !== null)),
    last,
  };
}

/** The parts of time up to `end` in which any of the series has values that a host itself had kept. */
const importedIn = (series: readonly HistorySeries[], end: number): Part[] =>
  joined(
    series
      .flatMap(({ parts }) => parts)
      .filter(({ source, from }) => source === 'proxmox' && from < end)
      .map(({ from, to }): Part => [from, Math.min(to, end)]),
  );

/** When (epoch ms) the first value of any line was measured. */
export function beginningOf({ times, lines }: Pick<ChartColumns, 'times' | 'lines'>): number | undefined {
  const first = times.find((_, at) => lines.some(({ mean }) => mean[at] !== null));
  return first === undefined ? undefined : first * 1000;
}

/** Whether a line has a value there (epoch ms) that the host itself had kept. */
export const isImported = ({ imported }: Pick<ChartColumns, 'imported'>, at: number): boolean =>
  imported.some(([from, to]) => at >= from && at < to);

/** The parts of time up to `end` in which a series has values. */
const knownIn = ({ from, step, mean }: HistorySeries, end: number): Part[] =>
  joined(
    mean.flatMap((value, n): Part[] => {
      const start = from + n * step;
      return value === null || start >= end ? [] : [[start, Math.min(start + step, end)]];
    }),
  );

/** Parts that touch or overlap become one. The oldest first. */
export function joined(parts: readonly Part[]): Part[] {
  const all: [number, number][] = [];
  for (const [from, to] of [...parts].sort((a, b) => a[0] - b[0])) {
    const before = all.at(-1);
    if (before && from <= before[1]) before[1] = Math.max(before[1], to);
    else all.push([from, to]);
  }
  return all;
}

/** Fewer empty steps at the end are only not measured yet. */
const MISSING = 3;

/** Where no line has a value, after the first one, as pairs of times. At the end only where several steps are empty. */
export function gapsOf({ times, lines }: Pick<ChartColumns, 'times' | 'lines'>): [from: number, to: number][] {
  const isGap = (at: number) => lines.every(({ mean }) => mean[at] === null);
  const gaps: [number, number][] = [];
  let before: number | undefined;
  let inGap = false;
  for (const [at, time] of times.entries()) {
    if (isGap(at)) {
      inGap = before !== undefined;
      continue;
    }
    if (inGap && before !== undefined) gaps.push([before, time]);
    inGap = false;
    before = time;
  }
  const last = times.at(-1);
  if (inGap && before !== undefined && last !== undefined && times.length - times.indexOf(before) > MISSING)
    gaps.push([before, last]);
  return gaps;
}
