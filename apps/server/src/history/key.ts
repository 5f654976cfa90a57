// The key of a block: its slot, then the number of the resource, then who measured it. So blocks of one slot are side by side.
import type { Source } from './history-store.ts';
import { slotMs } from './tiers.ts';

/** Keys stay below 2^53 until the year 4000. */
const RESOURCES = 2 ** 20;
const KEYS = 2 * RESOURCES;

export const MAX_NUMBER = RESOURCES - 1;

/** `at` is the start of the slot. */
export const keyOf = (tier: number, at: number, number: number, source: Source): number =>
  (at / slotMs(tier)) * KEYS + 2 * number + (source === 'belfry' ? 0 : 1);

/** The first key of the slot in which `at` lies. */
export const firstKey = (tier: number, at: number): number => Math.floor(at / slotMs(tier)) * KEYS;

export const slotOf = (tier: number, key: number): number => Math.floor(key / KEYS) * slotMs(tier);
export const numberOf = (key: number): number => Math.floor((key % KEYS) / 2);
/** Undefined for what another has measured. */
export const ownNumber = (key: number): number | undefined => (key % 2 === 0 ? numberOf(key) : undefined);
