// The steps of an answer, from what the engine says of them.
import { metricsOf, type Resource, type ResourceKind } from '@belfry/schema/history/metrics';
import { add, type Cells, columnsOf, createCells } from '../cells.ts';
import type { Labels } from '../exposition/subject.ts';
import type { Series, SeriesQuery } from '../history-store.ts';
import { SAMPLE_MS } from '../tiers.ts';
import type { Ask, Row } from './ask.ts';
import { foreignParts, hourlyParts, idGroups, matchers, ownParts, PART, questions } from './expressions.ts';
import { STAT, STEP } from './foreign-series.ts';
import { fromRemote, HOURLY, type RemoteMetric, remoteMetrics, type SeriesSource } from './names.ts';
import { askInPieces, piecesOf } from './pieces.ts';

export interface SeriesRequest {
  range: Ask['range'];
  added: Labels;
  query: Pick<SeriesQuery, 'resources' | 'metrics' | 'from' | 'to'>;
  stepMs: number;
  /** The engine for the long term. It has the hours before `until` (epoch ms). */
  longTerm?: { range: Ask['range']; until: number } | undefined;
}

const HOUR_MS = 3_600_000;
/** With more gaps than this one question about all of them costs less. */
const MAX_GAPS = 4;

/** Steps by their index: the first one, and the one after the last. */
interface Steps {
  first: number;
  end: number;
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
  const { range, stepMs } = asked;
  const longTerm = stepMs >= HOUR_MS ? asked.longTerm : undefined;
  const all: Steps = { first: 0, end: targets[0]?.belfry.count.length ?? 0 };
  if (longTerm) {
    const whole = Math.floor((longTerm.until - (targets[0]?.belfry.from ?? 0)) / stepMs);
    await fill(asked, {
      ...{ kind, targets, source: HOURLY, range: longTerm.range },
      steps: { ...all, end: Math.min(all.end, whole) },
    });
  }
  for (const steps of longTerm ? gapsIn(targets) : [all])
    await fill(asked, { ...{ kind, source: 'belfry', range, steps }, targets: targets.filter(isUnknown(steps)) });
  for (const each of longTerm ? [range, longTerm.range] : [range]) {
    const unknown = targets.filter((target) => isUnknown(all)(target) && target.proxmox.count.includes(0));
    await fill(asked, { kind, targets: unknown, source: 'proxmox', range: each, steps: all });
  }
}

/** Belfry has no value of one of the steps. */
const isUnknown =
  ({ first, end }: Steps) =>
  ({ belfry }: Target): boolean =>
    belfry.count.subarray(first, end).includes(0);

function gapsIn(targets: readonly Target[]): Steps[] {
  const gaps: Steps[] = [];
  for (let index = 0; index < (targets[0]?.belfry.count.length ?? 0); index++) {
    if (targets.every(({ belfry }) => belfry.count[index] !== 0)) continue;
    const last = gaps.at(-1);
    if (last?.end === index) last.end = index + 1;
    else gaps.push({ first: index, end: index + 1 });
  }
  const [first, last] = [gaps[0], gaps.at(-1)];
  return first && last && gaps.length > MAX_GAPS ? [{ first: first.first, end: last.end }] : gaps;
}

const partsOf = { belfry: ownParts, proxmox: foreignParts, [HOURLY]: hourlyParts } as const;

interface Filling {
  kind: ResourceKind;
  targets: readonly Target[];
  source: SeriesSource;
  range: Ask['range'];
  steps: Steps;
}

async function fill({ added, stepMs }: SeriesRequest, filling: Filling): Promise<void> {
  const { kind, targets, source, range, steps } = filling;
  const [first] = targets;
  if (!first || steps.end <= steps.first) return;
  // The window of an engine ends at the time that it is asked for, and may or may not include the moment at which it begins.
  const from = first.belfry.from + (steps.first + 1) * stepMs - 1;
  const times = { from, to: from + (steps.end - steps.first - 1) * stepMs, stepMs };
  const wanted = new Set(targets.map(({ metric }) => metric.id));
  const rows: Row[] = [];
  const resources = [...new Map(targets.map(({ resource }) => [resource.id, resource])).values()];
  for (const ids of idGroups(resources)) {
    const which = matchers(ids, source, added);
    const parts = remoteMetrics(kind)
      .filter(({ id }) => wanted.has(id))
      .flatMap((metric) => partsOf[source](metric, which, stepMs));
    for (const question of questions(parts))
      rows.push(
        ...(await askInPieces(
          range,
          question,
          piecesOf(times, ids.length * parts.length, source === HOURLY ? HOUR_MS : SAMPLE_MS),
        )),
      );
  }
  const found = Map.groupBy(rows, ({ labels }) => `${labels.get(PART)?.split(' ')[0]} ${labels.get('id')}`);
  for (const target of targets) {
    const own = found.get(`${target.metric.id} ${target.resource.id.toWellFormed()}`) ?? [];
    // The finest values first: those of longer steps only fill what is left.
    const bySteps = Map.groupBy(own, ({ labels }) => Number(labels.get(STEP) ?? 0));
    for (const [, rowsOfStep] of [...bySteps].sort(([a], [b]) => a - b))
      take(source === 'proxmox' ? target.proxmox : target.belfry, target.metric, rowsOfStep, stepMs);
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
