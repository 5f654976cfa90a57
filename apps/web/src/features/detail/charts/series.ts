// The answer of the history → the columns of a chart, and what a chart says in words. Pure.
import type { HistoryReply, HistorySeries } from '@belfry/schema/http/history';
import type { Line } from '../detail.ts';

export type Column = readonly (number | null)[];

interface LineColumns {
  line: Line;
  min: Column;
  mean: Column;
  max: Column;
}

export interface ChartColumns {
  /** Epoch seconds, as the chart library counts. */
  times: readonly number[];
  lines: readonly LineColumns[];
  isEmpty: boolean;
}

/**
 * All lines on one axis of time. `live` (epoch ms): where the figures of this moment are added, after the last stored step; undefined
 * for a part of the past.
 */
export function columnsOf(lines: readonly Line[], reply: HistoryReply, live: number | undefined): ChartColumns {
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
  };
}

const isOf = (line: Line, { kind, id, metric }: HistorySeries): boolean =>
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

/** Until when (epoch ms) the values are those that Proxmox itself had kept; undefined when all are Belfry's own. */
export function importedUntil({ series }: HistoryReply): number | undefined {
  const ends = series.flatMap(({ parts }) => parts.filter(({ source }) => source === 'proxmox').map(({ to }) => to));
  return ends.length === 0 ? undefined : Math.max(...ends);
}

/** The gaps between the first and the last value, as pairs of times: where no line has a value. */
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
  return gaps;
}
