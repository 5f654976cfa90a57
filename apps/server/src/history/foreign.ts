// Values that another has measured become blocks of the tiers that are no finer than they are.
import type { Resource } from '@belfry/schema/history/metrics';
import type { HistoryRows } from '../db/history-file.ts';
import type { Blocks } from './blocks.ts';
import type { ForeignSamples } from './history-store.ts';
import { merged, rollUp } from './rollup.ts';
import { MISSING } from './scale.ts';
import { emptyBlock, samplesIn, scalesOf, type TierBlock } from './tier-block.ts';
import { COARSEST, slotMs, slotStart, slotsIn, tierAt, tierFor } from './tiers.ts';

/** `oldest`: by tier, values before this time (epoch ms) are not kept. */
export function stageForeign(
  blocks: Blocks,
  rows: HistoryRows,
  resource: Resource,
  samples: ForeignSamples,
  oldest: readonly number[],
): void {
  const { from, stepMs, mean } = samples;
  const to = from + stepMs * Math.max(0, ...mean.map(({ length }) => length));
  const finest = Math.max(0, tierFor(stepMs));
  const stage = (tier: number, at: number, added: TierBlock) => {
    const place = { tier, at, resource, source: 'proxmox' } as const;
    const before = blocks.read(rows, place);
    const block = before ? merged(tier, before, added) : added;
    if (block?.some(({ count }) => count.some((n) => n > 0))) blocks.stage(place, block);
  };
  for (let tier = finest; tier <= COARSEST; tier++) {
    const start = slotStart(tier, Math.max(from, oldest[tier] ?? 0));
    for (let at = start; at < to; at += slotMs(tier)) {
      if (tier === finest) stage(tier, at, foreignBlock(tier, at, resource, samples));
      else stage(tier, at, rollUp(tier, resource.kind, at, finerBlocks(blocks, rows, tier, at, resource)));
    }
  }
}

/** A value of a longer time stands for all its points. */
function foreignBlock(tier: number, at: number, { kind }: Resource, given: ForeignSamples): TierBlock {
  const { from, stepMs, mean, max = mean } = given;
  const point = tierAt(tier).stepMs;
  return emptyBlock(tier, kind).map((points, metric) => {
    const { encode } = scalesOf(kind)[metric] as ReturnType<typeof scalesOf>[number];
    for (let n = 0; n < points.count.length; n++) {
      const index = Math.floor((at + n * point - from) / stepMs);
      const code = encode(mean[metric]?.[index] ?? Number.NaN);
      if (code === MISSING) continue;
      const most = encode(max[metric]?.[index] ?? Number.NaN);
      points.mean[n] = code;
      points.min[n] = code;
      points.max[n] = Math.max(code, most);
      points.count[n] = samplesIn(tier);
    }
    return points;
  });
}

const finerBlocks = (blocks: Blocks, rows: HistoryRows, tier: number, at: number, resource: Resource) =>
  slotsIn(tier - 1, at, at + slotMs(tier)).flatMap((from) => {
    const block = blocks.read(rows, { tier: tier - 1, at: from, resource, source: 'proxmox' });
    return block ? [{ at: from, block }] : [];
  });
