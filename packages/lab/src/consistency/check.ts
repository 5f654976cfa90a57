// One rule that holds in every datacentre, and a way to break it, which proves that the check notices errors.
import type { Seen } from './seen.ts';

/** `wrong` returns one sentence for each error. `spoil` changes one of the answers so that it contains an error. */
export type Check = { name: string; wrong: (seen: Seen) => string[]; spoil: (seen: Seen) => void };

/** Returns the first item that fits. Throws when there is none. */
export function first<T>(list: Iterable<T>, fits: (item: T) => unknown = () => true): T {
  for (const item of list) if (fits(item)) return item;
  throw new Error('the datacentre has nothing of that kind');
}
