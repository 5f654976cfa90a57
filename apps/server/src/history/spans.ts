// The parts of time for which blocks of one resource are stored.
import type { Source, StoredSpan } from './history-store.ts';
import { type HistoryLimits, slotMs, slotsIn, tiers } from './tiers.ts';

interface SlotPlace {
  readonly tier: number;
  readonly at: number;
  readonly source: Source;
}

/** `open` is the slot in which the resource is being recorded. Blocks side by side are one span. */
export function spansOf(
  has: (place: SlotPlace) => boolean,
  limits: HistoryLimits,
  now: number,
  open: number | undefined,
): StoredSpan[] {
  const spans: { source: Source; stepMs: number; from: number; to: number }[] = [];
  for (const [tier, { stepMs }] of tiers.entries())
    for (const source of ['belfry', 'proxmox'] as const) {
      let last: (typeof spans)[number] | undefined;
      for (const at of slotsIn(tier, now - (limits.retentionMs[tier] ?? 0), now + 1)) {
        const isOpen = tier === 0 && source === 'belfry' && at === open;
        if (!isOpen && !has({ tier, at, source })) continue;
        const to = at + slotMs(tier);
        if (last?.to === at) last.to = to;
        else {
          last = { source, stepMs, from: at, to };
          spans.push(last);
        }
      }
    }
  return spans;
}
