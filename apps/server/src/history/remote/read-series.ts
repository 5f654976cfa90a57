// The steps of an answer, from what the engine says of them.
import { metricsOf, type Resource, type ResourceKind } from '@belfry/schema/history/metrics';
import { add, type Cells, columnsOf, createCells } from '../cells.ts';
import type { Labels } from '../exposition/subject.ts';
import type { Series, SeriesQuery } from '../history-store.ts';
import type { Ask, Row } from './ask.ts';
import { foreignParts, idGroups, matchers, ownParts, PART, questions } from './expressions.ts';
import { STAT, STEP } from './foreign-series.ts';
import { fromRemote, type RemoteMetric, remoteMetrics } from './names.ts';
import { askInPieces, piecesOf } from './pieces.ts';

export interface SeriesRequest {
  range: Ask['range'];
  added: Labels;
  query: Pick<SeriesQuery, 'resources' | 'metrics' | 'from' | 'to'>;
  stepMs: number;
}

interface Target {
  resource: Resource;
  metric: RemoteMetric;
  belfry: Cells;
  proxmox: Cells;
}

/** In the order of the resources, then of the metrics. */
export async function readSeries(asked: SeriesRequest): Promise<Series[]> {
  const { resources, metrics, from, to } = asked.query;
  const cells = () => createCells(from, to, asked.stepMs);
  const targets = resources.map((resource) =>
    metrics.flatMap((id): Target[] => {
      const column = metricsOf(resource.kind).findIndex((metric) => metric.id === id);
      const metric = remoteMetrics(resource.kind)[column];
      return metric ? [{ resource, metric, belfry: cells(), proxmox: cells() }] : [];
    }),
  );
  const byKind = Map.groupBy(targets.flat(), ({ resource }) => resource.kind);
  for (const [kind, all] of byKind) await readKind(asked, kind, all);
  return targets
    .flat()
    .map(({ resource, metric, belfry, proxmox }) => ({ resource, metric: metric.id, ...columnsOf(belfry, proxmox) }));
}

async function readKind(asked: SeriesRequest, kind: ResourceKind, targets: readonly Target[]): Promise<void> {
  await fill(asked, kind, targets, 'belfry');
  const unknown = targets.filter(({ belfry }) => belfry.count.includes(0));
  if (unknown.length > 0) await fill(asked, kind, unknown, 'proxmox');
}

async function fill(
  { range, added, stepMs }: SeriesRequest,
  kind: ResourceKind,
  targets: readonly Target[],
  source: 'belfry' | 'proxmox',
): Promise<void> {
  const [first] = targets;
  const last = (first?.belfry.count.length ?? 0) - 1;
  if (!first || last < 0) return;
  // The window of an engine ends at the time that it is asked for, and may or may not include the moment at which it begins.
  const from = first.belfry.from + stepMs - 1;
  const times = { from, to: from + last * stepMs, stepMs };
  const wanted = new Set(targets.map(({ metric }) => metric.id));
  const partsOf = source === 'belfry' ? ownParts : foreignParts;
  const rows: Row[] = [];
  const resources = [...new Map(targets.map(({ resource }) => [resource.id, resource])).values()];
  for (const ids of idGroups(resources)) {
    const which = matchers(ids, source, added);
    const parts = remoteMetrics(kind)
      .filter(({ id }) => wanted.has(id))
      .flatMap((metric) => partsOf(metric, which, stepMs));
    for (const question of questions(parts))
      rows.push(...(await askInPieces(range, question, piecesOf(times, ids.length * parts.length))));
  }
  const found = Map.groupBy(rows, ({ labels }) => `${labels.get(PART)?.split(' ')[0]} ${labels.get('id')}`);
  for (const target of targets) {
    const own = found.get(`${target.metric.id} ${target.resource.id.toWellFormed()}`) ?? [];
    // The finest values first: those of longer steps only fill what is left.
    const bySteps = Map.groupBy(own, ({ labels }) => Number(labels.get(STEP) ?? 0));
    for (const [, rowsOfStep] of [...bySteps].sort(([a], [b]) => a - b))
      take(target[source], target.metric, rowsOfStep, stepMs);
  }
}

/** Fills the steps without a value. */
function take(cells: Cells, metric: RemoteMetric, rows: readonly Row[], stepMs: number): void {
  const empty = () => new Float64Array(cells.count.length).fill(Number.NaN);
  const [min, mean, max] = [empty(), empty(), empty()];
  for (const { labels, points } of rows) {
    const how = labels.get(PART)?.split(' ').at(-1);
    const isMaximum = labels.get(STAT) === 'max';
    for (const [at, given] of points) {
      const index = Math.floor((at - cells.from) / stepMs);
      const value = fromRemote(given, metric);
      const before = max[index];
      if (before === undefined) continue;
      if (!isMaximum && (how === 'avg' || how === 'last')) mean[index] = value;
      if (!isMaximum && (how === 'min' || how === 'last')) min[index] = value;
      if (how === 'max' || how === 'last') max[index] = Number.isNaN(before) ? value : Math.max(before, value);
    }
  }
  for (const [index, value] of mean.entries()) {
    if (Number.isNaN(value) || cells.count[index] !== 0) continue;
    const [low, high] = [min[index] ?? Number.NaN, max[index] ?? Number.NaN];
    const [least, most] = [Number.isNaN(low) ? value : low, Number.isNaN(high) ? value : high];
    add(cells, cells.from + index * stepMs, least, value, most, 1);
  }
}
