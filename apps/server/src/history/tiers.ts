// The resolutions in which the history is stored, and the steps in which it answers.

/** Each value stands for `stepMs`; `points` of them are one block, which covers one slot. */
export interface Tier {
  readonly stepMs: number;
  readonly points: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** From fine to coarse. A slot consists of whole slots of the tier before: 10 minutes, 2 hours, 1 day, 10 days. */
export const tiers = [
  { stepMs: 10 * SECOND, points: 60 },
  { stepMs: MINUTE, points: 120 },
  { stepMs: 10 * MINUTE, points: 144 },
  { stepMs: HOUR, points: 240 },
] as const satisfies readonly Tier[];

export const SAMPLE_MS = tiers[0].stepMs;
export const COARSEST = tiers.length - 1;

export function tierAt(index: number): Tier {
  const tier = tiers[index];
  if (!tier) throw new RangeError(`There is no tier ${index}.`);
  return tier;
}
export const slotMs = (index: number): number => tierAt(index).stepMs * tierAt(index).points;
/** The start of the slot in which a time lies. */
export const slotStart = (index: number, at: number): number => Math.floor(at / slotMs(index)) * slotMs(index);

/** The starts of all slots of a tier that have a part in a range. */
export function slotsIn(index: number, from: number, to: number): number[] {
  const first = slotStart(index, from);
  return Array.from(
    { length: Math.max(0, Math.ceil((to - first) / slotMs(index))) },
    (_, n) => first + n * slotMs(index),
  );
}

/** How long each tier is kept, and how large the file may be. Never less than the next tier needs to be made. */
export interface HistoryLimits {
  /** In the order of `tiers`. */
  readonly retentionMs: readonly [number, number, number, number];
  readonly maxBytes: number;
}

export const defaultLimits: HistoryLimits = {
  retentionMs: [DAY, 7 * DAY, 90 * DAY, 2 * 365 * DAY],
  maxBytes: 4 * 1024 ** 3,
};

/** The steps of answers. Each divides the slot of the tier that it is made of, so that no answer joins parts of two slots. */
const STEPS = [
  ...[10, 20, 30].map((n) => n * SECOND),
  ...[1, 2, 3, 5].map((n) => n * MINUTE),
  ...[10, 20, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 4, 6, 12, 24, 48, 120, 240].map((n) => n * HOUR),
];

/**
 * The step in which a range is answered: the finest that needs at most `points` steps, and for which the values since `from`
 * are still stored. `now` is epoch ms.
 */
export function stepFor(from: number, to: number, points: number, now: number, limits: HistoryLimits): number {
  const kept = tiers.find((_, index) => from >= now - (limits.retentionMs[index] ?? 0)) ?? tiers[3];
  const wanted = Math.max(kept.stepMs, (to - from) / points);
  return STEPS.find((step) => step >= wanted) ?? 240 * HOUR;
}

/** The coarsest tier that has whole values for a step. */
export const tierFor = (stepMs: number): number => tiers.findLastIndex((tier) => tier.stepMs <= stepMs);
