// Makes the blocks of the coarser tiers when their time is over, from the blocks of the tier before: a few resources at a time.
import type { Resource } from '@belfry/schema/history/metrics';
import type { HistoryRows } from '../db/history-file.ts';
import type { Blocks } from './blocks.ts';
import type { Directory } from './directory.ts';
import { firstKey, ownNumber, slotOf } from './key.ts';
import { merged, rollUp } from './rollup.ts';
import { COARSEST, slotMs, slotStart, slotsIn } from './tiers.ts';

/** In one step. Each reads at most twelve blocks and writes one. */
const STEP_RESOURCES = 25;

export type Compaction = ReturnType<typeof createCompaction>;

export function createCompaction(blocks: Blocks, directory: Directory) {
  /** By tier, the start of the first slot that is not made. The finest tier is never made. */
  const next = new Map<number, number>();
  let work: { tier: number; at: number; waiting: Resource[] } | undefined;

  function begin(rows: HistoryRows, tier: number, until: number): typeof work {
    const size = slotMs(tier);
    const finerUntil = tier === 1 ? until : (next.get(tier - 1) ?? 0);
    const first = rows.next(tier - 1, firstKey(tier - 1, next.get(tier) ?? 0));
    // Without finer blocks there is nothing to make until now.
    const at = Math.min(
      slotStart(tier, finerUntil),
      first === undefined ? until : slotStart(tier, slotOf(tier - 1, first)),
    );
    next.set(tier, at);
    if (at + size > finerUntil) return undefined;
    const keys = rows.keys(tier - 1, firstKey(tier - 1, at), firstKey(tier - 1, at + size));
    const numbers = new Set(keys.flatMap((key) => ownNumber(key) ?? []));
    return { tier, at, waiting: [...numbers].sort((a, b) => a - b).flatMap((n) => directory.resourceOf(n) ?? []) };
  }

  function make(rows: HistoryRows, tier: number, at: number, resource: Resource): void {
    const finer = slotsIn(tier - 1, at, at + slotMs(tier)).flatMap((from) => {
      const block = blocks.read(rows, { tier: tier - 1, at: from, resource, source: 'belfry' });
      return block ? [{ at: from, block }] : [];
    });
    const place = { tier, at, resource, source: 'belfry' } as const;
    const made = rollUp(tier, resource.kind, at, finer);
    const before = blocks.read(rows, place);
    const block = before ? merged(tier, before, made) : made;
    if (block) blocks.stage(place, block);
  }

  return {
    /** Reads how far it was when the server stopped. */
    load(rows: HistoryRows) {
      const stored = rows.progress();
      next.clear();
      work = undefined;
      for (const { tier, slot } of stored) next.set(tier, slot);
    },
    /** Makes some blocks of what lies before `until`, epoch ms. False if there is nothing to do. */
    step(rows: HistoryRows, until: number): boolean {
      for (let tier = 1; tier <= COARSEST && !work; tier++) work = begin(rows, tier, until);
      if (!work) return false;
      const { tier, at, waiting } = work;
      const now = waiting.slice(0, STEP_RESOURCES);
      for (const resource of now) make(rows, tier, at, resource);
      const isLast = now.length === waiting.length;
      const end = at + slotMs(tier);
      blocks.commit(rows, () => isLast && rows.setProgress(tier, end));
      if (isLast) next.set(tier, end);
      work = isLast ? undefined : { tier, at, waiting: waiting.slice(now.length) };
      return true;
    },
    /** A block of the finest tier is being stored for a slot: coarser ones that were already made are made again. */
    stored(rows: HistoryRows, at: number) {
      for (let tier = 1; tier <= COARSEST; tier++) {
        const slot = slotStart(tier, at);
        if ((next.get(tier) ?? 0) > slot) {
          next.set(tier, slot);
          rows.setProgress(tier, slot);
        }
        if (work?.tier === tier && work.at >= slot) work = undefined;
      }
    },
    /** The blocks of this tier are made until then; epoch ms. */
    madeUntil: (tier: number): number => next.get(tier) ?? 0,
  };
}
