// One rule that holds in every datacentre, and a way to break it: a check that does not notice the break proves nothing.
import type { Seen } from './seen.ts';

/** `wrong`: what is not right, one sentence each. `spoil` changes one of the answers so that something is wrong. */
export type Check = { name: string; wrong: (seen: Seen) => string[]; spoil: (seen: Seen) => void };

/** The first of a list, which the check needs. */
export function first<T>(list: Iterable<T>, fits: (item: T) => unknown = () => true): T {
  for (const item of list) if (fits(item)) return item;
  throw new Error('the datacentre has nothing of that kind');
}
