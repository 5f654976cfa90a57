// Calls of high cost: a caller gets two at a time, a few wait in line, and the rest are told to come again.
import { createLimit, type Limit } from '../lib/limit.ts';

const AT_A_TIME = 2;
/** A page with many charts asks for all of them at once. */
const IN_LINE = 40;

/** Undefined: too many of this caller wait already. */
export type CostlyCalls = <T>(caller: string, run: () => Promise<T>) => Promise<T | undefined>;

export function createCostlyCalls(): CostlyCalls {
  const callers = new Map<string, { limit: Limit; count: number }>();
  return async (caller, run) => {
    const mine = callers.get(caller) ?? { limit: createLimit(AT_A_TIME), count: 0 };
    if (mine.count >= AT_A_TIME + IN_LINE) return undefined;
    callers.set(caller, mine);
    mine.count++;
    try {
      return await mine.limit(run);
    } finally {
      if (--mine.count === 0) callers.delete(caller);
    }
  };
}
