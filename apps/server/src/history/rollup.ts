// Makes the points of a coarser tier of those of a finer one.
import type { ResourceKind } from '@belfry/schema/history/metrics';
import { MISSING } from './scale.ts';
import { emptyBlock, emptyPoints, type MetricPoints, scalesOf, type TierBlock } from './tier-block.ts';
import { tierAt } from './tiers.ts';

/** A block of the tier before and the time at which it starts. */
export interface FinerBlock {
  readonly at: number;
  readonly block: TierBlock;
}

/**
 * The block of a tier that starts at `at`. The mean counts every sample once. Rounding it moves it by half a step at most, in each
 * tier; the bounds do not move.
 */
export function rollUp(tier: number, kind: ResourceKind, at: number, finer: readonly FinerBlock[]): TierBlock {
  const { stepMs } = tierAt(tier);
  const fine = tierAt(tier - 1);
  const ratio = stepMs / fine.stepMs;
  return emptyBlock(tier, kind).map((points, metric) => {
    const { encode, decode } = scalesOf(kind)[metric] as ReturnType<typeof scalesOf>[number];
    const sums = new Float64Array(points.count.length);
    for (const { at: from, block } of finer) {
      const { mean, min, max, count } = block[metric] ?? emptyPoints(tier - 1);
      const first = (from - at) / fine.stepMs;
      for (let n = 0; n < fine.points; n++) {
        const samples = count[n] ?? 0;
        if (samples === 0) continue;
        const to = Math.floor((first + n) / ratio);
        sums[to] = (sums[to] ?? 0) + samples * decode(mean[n] ?? MISSING);
        const isFirst = points.count[to] === 0;
        points.count[to] = (points.count[to] ?? 0) + samples;
        const [low, high] = [min[n] ?? 0, max[n] ?? 0];
        if (isFirst || low < (points.min[to] ?? 0)) points.min[to] = low;
        if (isFirst || high > (points.max[to] ?? 0)) points.max[to] = high;
      }
    }
    for (const [n, count] of points.count.entries()) if (count > 0) points.mean[n] = encode((sums[n] ?? 0) / count);
    return points;
  });
}

/**
 * Each point of the one that has more samples, so that nothing is lost when a block is made again after finer blocks were removed.
 * Undefined when nothing changes.
 */
export function merged(tier: number, stored: TierBlock, added: TierBlock): TierBlock | undefined {
  let isChanged = false;
  const block = added.map((points, metric): MetricPoints => {
    const before = stored[metric] ?? emptyPoints(tier);
    for (const [n, count] of points.count.entries()) {
      if (count <= (before.count[n] ?? 0)) continue;
      isChanged = true;
      for (const name of ['mean', 'min', 'max', 'count'] as const) before[name][n] = points[name][n] ?? 0;
    }
    return before;
  });
  return isChanged ? block : undefined;
}
