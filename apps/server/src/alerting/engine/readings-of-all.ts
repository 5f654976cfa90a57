// Several rules read one entity. One that throws leaves out its own readings only.
import type { Reading } from './reading.ts';
import type { Context } from './rule-set.ts';

/**
 * The readings of all rules. What a rule throws is kept in `context.failures`: readings that are missing then are unknown, not gone.
 * `given` is one object for all rules, because this runs for many guests of every poll.
 */
export function readingsOfAll<Given>(
  rules: readonly ((given: Given) => readonly Reading[])[],
  given: Given,
  { failures }: Context,
): Reading[] {
  const readings: Reading[] = [];
  for (const rule of rules) {
    try {
      for (const reading of rule(given)) readings.push(reading);
    } catch (error) {
      failures.push(error);
    }
  }
  return readings;
}
