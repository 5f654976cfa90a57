// The charts of the reference product, from the history: means of all guests, nodes and storages.
import { guestFigures } from '@belfry/schema/figures';
import type { Resource } from '@belfry/schema/history/metrics';
import type { HistorySeries } from '@belfry/schema/http/history';
import type { State } from '@belfry/schema/state';
import { iso } from '../../lib/clock.ts';
import type { HistoryStore } from '../history-store.ts';
import { sentSeries } from './sent-series.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ranges: Readonly<Record<string, number>> = {
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '12h': 12 * HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
};

/** Of an unknown range: one hour. */
export const rangeMs = (range: unknown): number =>
  (typeof range === 'string' && Object.hasOwn(ranges, range) ? ranges[range] : undefined) ?? HOUR_MS;

const MAX_POINTS = 120;
const FEWEST_POINTS = 20;
/** Of all series together. */
const MAX_VALUES = 250_000;

const GUEST = Object.values(guestFigures).map(({ history }) => history);
const NODE = ['cpu', 'memory', 'disk'] as const;

type Point = { timestamp: number; value: number };
type Charts = Record<string, Record<string, Point[]>>;

export interface ChartDeps {
  store: Pick<HistoryStore, 'series'>;
  state(): State;
  now(): number;
}

/** The means of each resource by metric; a resource without values has empty lists. */
async function read(
  { store, now }: ChartDeps,
  kind: Resource['kind'],
  entities: readonly { id: string }[],
  metrics: readonly string[],
  spanMs: number,
): Promise<Charts> {
  const to = now();
  const fair = Math.floor(MAX_VALUES / Math.max(1, entities.length * metrics.length));
  const points = Math.min(MAX_POINTS, Math.max(FEWEST_POINTS, fair));
  const resources = entities.map(({ id }): Resource => ({ kind, id }));
  const found = await store.series({ resources, metrics, from: to - spanMs, to, points });
  const charts = new Map(resources.map(({ id }) => [id, new Map(metrics.map((metric) => [metric, [] as Point[]]))]));
  for (const series of found) charts.get(series.resource.id)?.set(series.metric, pointsOf(sentSeries(series)));
  return Object.fromEntries([...charts].map(([id, lists]) => [id, Object.fromEntries(lists)]));
}

const pointsOf = ({ from, step, mean }: HistorySeries): Point[] =>
  mean.flatMap((value, index) => (value === null ? [] : [{ timestamp: from + index * step, value }]));

export async function chartsOf(deps: ChartDeps, spanMs: number) {
  const { vms, containers, nodes, storage } = deps.state();
  const data = await read(deps, 'guest', [...vms, ...containers], GUEST, spanMs);
  const nodeData = await read(deps, 'node', nodes, NODE, spanMs);
  const usage = await read(deps, 'storage', storage, ['usage'], spanMs);
  const storageData = Object.fromEntries(Object.entries(usage).map(([id, lists]) => [id, { disk: lists.usage ?? [] }]));
  const first = [data, nodeData, storageData].flatMap((charts) =>
    Object.values(charts).flatMap((lists) => Object.values(lists).flatMap(([point]) => point?.timestamp ?? [])),
  );
  const timestamp = deps.now();
  const oldestDataTimestamp = first.reduce((oldest, at) => Math.min(oldest, at), timestamp);
  return { data, nodeData, storageData, timestamp, stats: { oldestDataTimestamp } };
}

export async function storageChartsOf(deps: ChartDeps, spanMs: number) {
  const charts = await read(deps, 'storage', deps.state().storage, ['usage', 'used', 'total'], spanMs);
  return Object.fromEntries(
    Object.entries(charts).map(([id, { usage = [], used = [], total = [] }]) => {
      const usedAt = new Map(used.map(({ timestamp, value }) => [timestamp, value]));
      const avail = total.map(({ timestamp, value }) => ({
        timestamp,
        value: Math.max(0, value - (usedAt.get(timestamp) ?? 0)),
      }));
      return [id, { usage: dated(usage), used: dated(used), total: dated(total), avail: dated(avail) }];
    }),
  );
}

const dated = (points: readonly Point[]) =>
  points.length === 0 ? null : points.map(({ value, timestamp }) => ({ value, timestamp: iso(timestamp) }));
