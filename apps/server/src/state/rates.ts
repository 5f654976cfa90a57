// Counters become rates: what a guest moved since the last look, per second.
import type { Counters } from '../sources/source.ts';

/** Bytes per second, whole, three significant digits; null while no two samples exist. */
export type Rates = { [C in keyof Counters]-?: number | null };

interface Sample {
  at: number;
  counters: Counters;
  rates: Rates;
}

/** Upstream refreshes its counters slower than we may ask: so long equal counters still mean the last rate. */
const IDLE_MS = 60_000;
const names = ['networkIn', 'networkOut', 'diskRead', 'diskWrite'] as const;
export const unknownRates: Rates = { networkIn: null, networkOut: null, diskRead: null, diskWrite: null };

/** The memory of one instance, by guest id. */
export interface RateTracker {
  /** `at` epoch ms. Asking twice for the same moment answers the same. */
  next(id: string, counters: Counters, at: number): Rates;
  last(id: string): Rates;
  /** Forgets every guest but these. */
  keep(ids: ReadonlySet<string>): void;
}

export function createRates(): RateTracker {
  const samples = new Map<string, Sample>();
  return {
    next(id, counters, at) {
      const before = samples.get(id);
      const sample = before ? follow(before, counters, at) : { at, counters, rates: unknownRates };
      samples.set(id, sample);
      return sample.rates;
    },
    last: (id) => samples.get(id)?.rates ?? unknownRates,
    keep(ids) {
      for (const id of samples.keys()) if (!ids.has(id)) samples.delete(id);
    },
  };
}

function follow(before: Sample, counters: Counters, at: number): Sample {
  if (at <= before.at) return before;
  const unchanged = names.every((name) => counters[name] === before.counters[name]);
  if (unchanged && at - before.at < IDLE_MS) return before;
  const seconds = (at - before.at) / 1000;
  const rate = (name: keyof Counters) => rateOf(before.counters[name], counters[name], seconds);
  const rates = {
    networkIn: rate('networkIn'),
    networkOut: rate('networkOut'),
    diskRead: rate('diskRead'),
    diskWrite: rate('diskWrite'),
  };
  return { at, counters, rates };
}

/** A counter that fell was reset by a restart: nothing is known of the time before it, so the rate is 0. */
function rateOf(before: number | undefined, now: number | undefined, seconds: number): number | null {
  if (before === undefined || now === undefined) return null;
  return Number(Math.round(Math.max(0, now - before) / seconds).toPrecision(3));
}
