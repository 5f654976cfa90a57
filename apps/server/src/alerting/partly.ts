// Several rules read one entity. One that throws leaves out its own readings only.
import type { Reading } from './reading.ts';
import type { Context } from './rule-set.ts';

/** What the rule threw is kept in `context.failures`: readings that are missing then are unknown, not gone. */
export function partly({ failures }: Context, read: () => readonly Reading[]): readonly Reading[] {
  try {
    return read();
  } catch (error) {
    failures.push(error);
    return [];
  }
}
