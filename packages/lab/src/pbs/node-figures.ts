// The load of the machine that a backup server runs on.
import { walk } from '../world/walk.ts';

const TOTAL = 16_642_998_272;
export const swap = { total: 8_589_930_496, used: 536_870_912, free: 8_053_059_584 };
export const root = { total: 100_861_726_720, used: 12_463_228_416, avail: 83_234_159_104 };
const LINK = 40_000_000;

/** `t` epoch seconds. */
export function nodeFigures(seed: number, t: number) {
  const used = Math.floor(TOTAL * (0.2 + 0.3 * walk(seed, t, 900)));
  return { cpu: 0.02 + 0.4 * walk(seed + 1, t, 300), memory: { total: TOTAL, used, free: TOTAL - used } };
}

/** Bytes a second. */
export const traffic = (seed: number, t: number) => ({
  netin: LINK * walk(seed + 2, t, 600),
  netout: (LINK / 20) * walk(seed + 3, t, 600),
});
