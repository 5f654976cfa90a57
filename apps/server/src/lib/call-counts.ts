// Counts the calls to hosts by the poll run that made them, because several polls run at once.
import type { Calls } from '@belfry/schema/messages/observation';

export const noCalls: Calls = { made: 0, failed: 0, tookMs: 0 };

export const sumOfCalls = (a: Calls, b: Calls): Calls => ({
  made: a.made + b.made,
  failed: a.failed + b.failed,
  tookMs: a.tookMs + b.tookMs,
});

/** Each run has its signal. A call fails when no answer comes, or one with another status than 200. */
export type CallCounts = ReturnType<typeof createCallCounts>;

export function createCallCounts() {
  const runs = new Map<AbortSignal, Calls>();
  let others = noCalls;
  return {
    /** From now on the calls of this run are counted separately. */
    open(run: AbortSignal) {
      if (!runs.has(run)) runs.set(run, noCalls);
    },
    note(run: AbortSignal, { failed, tookMs }: { failed: boolean; tookMs: number }) {
      const call = { made: 1, failed: failed ? 1 : 0, tookMs };
      const known = runs.get(run);
      // a call that ends after its run counts too
      if (known) runs.set(run, sumOfCalls(known, call));
      else others = sumOfCalls(others, call);
    },
    /** The calls counted since the last time: of this run, which has ended; or of no open run, such as logins. */
    take(run?: AbortSignal): Calls {
      const taken = (run ? runs.get(run) : others) ?? noCalls;
      if (run) runs.delete(run);
      else others = noCalls;
      return taken;
    },
  };
}
