// When Belfry last completed what it does again and again. A pass that does not come any more is a fault, even if nothing says so.
import type { Clock } from './clock.ts';

export const passNames = ['poll', 'evaluation', 'plan', 'outbox', 'sampling'] as const;
export type PassName = (typeof passNames)[number];

export interface Passes {
  /** `goodForMs`: the next one must be complete within this time. */
  completed(name: PassName, goodForMs?: number): void;
  /** Milliseconds since the last complete pass. Before the first one: since the start. */
  ageMs(name: PassName): number;
  /** Those that are overdue. */
  late(): PassName[];
}

const GOOD_FOR_MS = 60_000;

export function createPasses(clock: Pick<Clock, 'monotonic'>): Passes {
  const started = clock.monotonic();
  const last = new Map(passNames.map((name) => [name, { at: started, goodForMs: GOOD_FOR_MS }]));
  const ageMs = (name: PassName) => clock.monotonic() - (last.get(name)?.at ?? started);
  return {
    completed(name, goodForMs = GOOD_FOR_MS) {
      last.set(name, { at: clock.monotonic(), goodForMs });
    },
    ageMs,
    late: () => passNames.filter((name) => ageMs(name) > (last.get(name)?.goodForMs ?? GOOD_FOR_MS)),
  };
}
