// Values that another program has measured become blocks of the tiers that are no finer than they are.
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
  const { from, stepMs, mean, source = 'proxmox' } = samples;
  const to = from + stepMs * Math.max(0, ...mean.map(({ length }) => length));
  const finest = Math.max(0, tierFor(stepMs));
  /** The block as it is from then on. */
  const stage = (tier: number, at: number, added: TierBlock): TierBlock => {
    const place = { tier, at, resource, source };
    const before = blocks.read(rows, place);
    const block = before ? merged(tier, before, added) : added;
    if (block?.some(({ count }) => count.some((n) => n > 0))) blocks.stage(place, block);
    return block ?? before ?? added;
  };
  /** The blocks of the tier before, by their start: the coarser tier is made of them without decoding them again. */
  let finer = new Map<number, TierBlock>();
  const finerBlocks = (tier: number, at: number) =>
    slotsIn(tier - 1, at, at + slotMs(tier)).flatMap((start) => {
      const place = { tier: tier - 1, at: start, resource, source };
      const block = finer.get(start) ?? blocks.read(rows, place);
      return block ? [{ at: start, block }] : [];
    });
  for (let tier = finest; tier <= COARSEST; tier++) {
    const made = new Map<number, TierBlock>();
    const start = slotStart(tier, Math.max(from, oldest[tier] ?? 0));
    for (let at = start; at < to; at += slotMs(tier)) {
      const added =
        tier === finest
          ? foreignBlock(tier, at, resource, samples)
          : rollUp(tier, resource.kind, at, finerBlocks(tier, at));
      made.set(at, stage(tier, at, added));
    }
    finer = made;
  }
}

/** A value of a longer time stands for all its points. */
function foreignBlock(tier: number, at: number, { kind }: Resource, given: ForeignSamples): TierBlock {
  const { from, stepMs, mean, max = mean } = given;
  const point = tierAt(tier).stepMs;
  const samples = samplesIn(tier);
  return emptyBlock(tier, kind).map((points, metric) => {
    const { encode } = scalesOf(kind)[metric] as ReturnType<typeof scalesOf>[number];
    let [last, code, most] = [-1, MISSING, MISSING];
    for (let n = 0; n < points.count.length; n++) {
      const index = Math.floor((at + n * point - from) / stepMs);
      // A step is longer than a point most of the time.
      if (index !== last) {
        last = index;
        code = encode(mean[metric]?.[index] ?? Number.NaN);
        most = max === mean ? code : encode(max[metric]?.[index] ?? Number.NaN);
      }
      if (code === MISSING) continue;
      points.mean[n] = code;
      points.min[n] = code;
      points.max[n] = Math.max(code, most);
      points.count[n] = samples;
    }
    return points;
  });
}
