// A series of random numbers that depends only on a seed.
import { chance } from './world/walk.ts';

export interface Dice {
  /** 0 ≤ x < 1. */
  roll(): number;
  pick<T>(list: readonly T[]): T;
}

export function createDice(seed: number): Dice {
  let rolls = 0;
  const roll = (): number => chance(seed, rolls++);
  return { roll, pick: <T>(list: readonly T[]): T => list[Math.floor(roll() * list.length)] as T };
}
