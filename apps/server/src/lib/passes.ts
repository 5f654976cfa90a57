// When Belfry last completed what it does again and again. A pass that does not come any more is a fault, even if nothing says so.
import type { Clock } from './clock.ts';

export const passNames = ['poll', 'evaluation', 'plan', 'outbox', 'sampling'] as const;
export type PassName = (typeof passNames)[number];

export type Passes = ReturnType<typeof createPasses>;

const GOOD_FOR_MS = 60_000;

export function createPasses(clock: Pick<Clock, 'monotonic'>) {
  const started = clock.monotonic();
  const last = new Map(passNames.map((name) => [name, { at: started, goodForMs: GOOD_FOR_MS }]));
  const ageMs = (name: PassName) => clock.monotonic() - (last.get(name)?.at ?? started);
  return {
    /** `goodForMs`: the next one must be complete within this time. */
    completed(name: PassName, goodForMs: number = GOOD_FOR_MS) {
      last.set(name, { at: clock.monotonic(), goodForMs });
    },
    /** Milliseconds since the last complete pass. Before the first one: since the start. */
    ageMs,
    /** Those that are overdue. */
    late: (): PassName[] => passNames.filter((name) => ageMs(name) > (last.get(name)?.goodForMs ?? GOOD_FOR_MS)),
  };
}
