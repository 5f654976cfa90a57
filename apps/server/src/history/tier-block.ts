// A block of any tier as numbers: for each metric the mean, the bounds and the number of samples of each point.
import { metricsOf, type ResourceKind } from '@belfry/schema/history/metrics';
import { type Columns, decodeBlock, encodeBlock } from './block.ts';
import { MISSING, type Scale, scaleOf } from './scale.ts';
import { SAMPLE_MS, tierAt } from './tiers.ts';

/** Codes of the scale of the metric. `count` is the number of samples of 10 s in a point; a point with 0 is a gap. */
export interface MetricPoints {
  readonly mean: Int32Array;
  readonly min: Int32Array;
  readonly max: Int32Array;
  readonly count: Int32Array;
}
/** Of each metric in a block of a coarse tier. */
const COLUMNS = 4;
/** In the order of the catalogue. A block that was stored before a metric existed has fewer. */
export type TierBlock = readonly MetricPoints[];

const scales = new Map<ResourceKind, readonly Scale[]>();
export function scalesOf(kind: ResourceKind): readonly Scale[] {
  const found = scales.get(kind) ?? metricsOf(kind).map(({ precision }) => scaleOf(precision));
  scales.set(kind, found);
  return found;
}

export const samplesIn = (tier: number): number => tierAt(tier).stepMs / SAMPLE_MS;

/** All columns of all metrics share one buffer, because a small one costs more than its content. */
function empty(tier: number, metrics: number): Int32Array {
  return new Int32Array(metrics * COLUMNS * tierAt(tier).points).fill(MISSING);
}

function pointsIn(all: Int32Array, tier: number, metric: number): MetricPoints {
  const { points } = tierAt(tier);
  const first = metric * COLUMNS;
  const column = (n: number) => all.subarray((first + n) * points, (first + n + 1) * points);
  return { mean: column(0), min: column(1), max: column(2), count: column(3).fill(0) };
}

export const emptyPoints = (tier: number): MetricPoints => pointsIn(empty(tier, 1), tier, 0);

export function emptyBlock(tier: number, kind: ResourceKind): TierBlock {
  const metrics = metricsOf(kind);
  const all = empty(tier, metrics.length);
  return metrics.map((_, metric) => pointsIn(all, tier, metric));
}

/** A point of the finest tier has one sample, so its mean is enough. The bounds are stored as distances from the mean. */
export function encodeTierBlock(tier: number, block: TierBlock): Uint8Array {
  if (tier === 0) return encodeBlock(block.map(({ mean }) => mean));
  const full = samplesIn(tier);
  return encodeBlock(block.flatMap((points) => [points.mean, ...distancesIn(points, full)]));
}

function distancesIn({ mean, min, max, count }: MetricPoints, full: number): Int32Array[] {
  const [below, above, lost] = [new Int32Array(mean.length), new Int32Array(mean.length), new Int32Array(mean.length)];
  for (const [n, code] of mean.entries()) {
    const isGap = code === MISSING;
    below[n] = isGap ? MISSING : code - (min[n] ?? code);
    above[n] = isGap ? MISSING : (max[n] ?? code) - code;
    lost[n] = isGap ? MISSING : full - (count[n] ?? full);
  }
  return [below, above, lost];
}

/** Undefined for a damaged block. `metrics`: the others are empty, because most questions are about one of many. */
export function decodeTierBlock(tier: number, bytes: Uint8Array, metrics?: readonly number[]): TierBlock | undefined {
  const perMetric = tier === 0 ? 1 : COLUMNS;
  const wanted = metrics?.flatMap((metric) => Array.from({ length: perMetric }, (_, nth) => metric * perMetric + nth));
  const columns = decodeBlock(bytes, wanted);
  const { points } = tierAt(tier);
  if (!columns?.every(({ length }, nth) => length === points || wanted?.includes(nth) === false)) return undefined;
  if (tier === 0)
    return columns.map((mean) => ({
      ...{ mean, min: mean, max: mean },
      count: mean.map((c) => (c === MISSING ? 0 : 1)),
    }));
  return columns.length % COLUMNS === 0 ? coarse(columns, samplesIn(tier)) : undefined;
}

function coarse(columns: Columns, full: number): TierBlock {
  const blocks: MetricPoints[] = [];
  for (let n = 0; n < columns.length; n += COLUMNS) {
    const [mean, below, above, lost] = columns.slice(n, n + COLUMNS) as [
      Int32Array,
      Int32Array,
      Int32Array,
      Int32Array,
    ];
    // The columns are new: they become the bounds and the count in place.
    for (const [at, code] of mean.entries()) {
      const isGap = code === MISSING;
      below[at] = isGap ? MISSING : code - (below[at] ?? 0);
      above[at] = isGap ? MISSING : code + (above[at] ?? 0);
      lost[at] = isGap ? 0 : full - (lost[at] ?? 0);
    }
    blocks.push({ mean, min: below, max: above, count: lost });
  }
  return blocks;
}
