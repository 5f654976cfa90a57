// Chance that a seed decides.
export interface Dice {
  /** 0 ≤ x < 1. */
  roll(): number;
  pick<T>(list: readonly T[]): T;
}

export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  const roll = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return { roll, pick: <T>(list: readonly T[]): T => list[Math.floor(roll() * list.length)] as T };
}
