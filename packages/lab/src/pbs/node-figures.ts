// The load of the machine that a backup server runs on.
import { walk } from '../world/walk.ts';

const TOTAL = 16_642_998_272;

/** `t` epoch seconds. */
export function nodeFigures(seed: number, t: number) {
  const used = Math.floor(TOTAL * (0.2 + 0.3 * walk(seed, t, 900)));
  return { cpu: 0.02 + 0.4 * walk(seed + 1, t, 300), memory: { total: TOTAL, used, free: TOTAL - used } };
}
