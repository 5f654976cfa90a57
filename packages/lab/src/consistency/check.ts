// One thing that has to be right in every datacentre, and how to spoil it: what a check cannot notice it does not prove.
import type { Seen } from './seen.ts';

/** `wrong`: what is not right, one sentence each. `spoil` changes one of the answers so that something is wrong. */
export type Check = { name: string; wrong: (seen: Seen) => string[]; spoil: (seen: Seen) => void };

/** The first of a list, which the check needs. */
export function first<T>(list: Iterable<T>, fits: (item: T) => unknown = () => true): T {
  for (const item of list) if (fits(item)) return item;
  throw new Error('the datacentre has nothing of that kind');
}
