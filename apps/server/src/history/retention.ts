// What is too old, or too much, is removed from the front of the tiers: a slot at a time, in steps of some rows.
import type { HistoryRows } from '../db/history-file.ts';
import type { Compaction } from './compaction.ts';
import { firstKey, slotOf } from './key.ts';
import { COARSEST, type HistoryLimits, slotMs, tiers } from './tiers.ts';

const STEP_ROWS = 500;
const MAX_SLOTS = 6;

/** `onRemoved` gets the keys of the blocks that were removed from the coarsest tier, which keeps everything longest. */
export function createRetention(
  compaction: Pick<Compaction, 'madeUntil'>,
  onRemoved: (rows: HistoryRows, keys: readonly number[]) => void,
) {
  /** By tier, how many slots may go. */
  const allowed = new Map<number, number>();

  /** The oldest slot of a tier, if the tier after it does not need it any more. */
  function oldest(rows: HistoryRows, tier: number): number | undefined {
    const key = rows.next(tier, 0);
    const at = key === undefined ? undefined : slotOf(tier, key);
    const isNeeded = at !== undefined && tier < COARSEST && at + slotMs(tier) > compaction.madeUntil(tier + 1);
    return isNeeded ? undefined : at;
  }

  return {
    /** Ten minutes have passed: each tier may lose a slot more. A clock that is wrong for a moment removes no more than that. */
    allow() {
      for (let tier = 0; tier <= COARSEST; tier++) allowed.set(tier, Math.min(MAX_SLOTS, (allowed.get(tier) ?? 0) + 1));
    },
    /** Removes some blocks. False if there is nothing to remove. `now` is epoch ms. */
    step(rows: HistoryRows, { retentionMs, maxBytes }: HistoryLimits, now: number): boolean {
      const isTooLarge = rows.bytes().used > maxBytes;
      const finest = tiers.findIndex((_, tier) => oldest(rows, tier) !== undefined);
      for (const [tier, slots] of allowed) {
        if (slots === 0) continue;
        const at = oldest(rows, tier);
        const isDue =
          at !== undefined && ((isTooLarge && tier === finest) || at + slotMs(tier) <= now - (retentionMs[tier] ?? 0));
        if (!isDue) {
          allowed.set(tier, 0);
          continue;
        }
        const from = firstKey(tier, at);
        const keys = rows.keys(tier, from, firstKey(tier, at + slotMs(tier)), STEP_ROWS);
        rows.atomically(() => {
          rows.remove(tier, keys);
          if (tier === COARSEST) onRemoved(rows, keys);
        });
        if (keys.length < STEP_ROWS) allowed.set(tier, slots - 1);
        return true;
      }
      return false;
    },
  };
}
