// Counters become rates: what a guest moved since the last look, per second.
import type { Counters } from '../sources/source.ts';

/** Bytes per second, whole, three significant digits; null while no two samples exist. */
export type Rates = Record<CounterName, number | null>;
type CounterName = (typeof names)[number];

interface Sample {
  at: number;
  counters: Counters;
  rates: Rates;
}

/** A host that does not say when it read its counters reads them seldom: so long equal ones still mean the last rate. */
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
  const repeated = isSameSample(before, counters);
  if (repeated && at - before.at < IDLE_MS) return before;
  const seconds = secondsBetween(before, counters, at);
  if (!repeated && seconds <= 0) return { at, counters, rates: before.rates };
  const rate = (name: CounterName) => rateOf(before.counters[name], counters[name], seconds);
  const rates = {
    networkIn: rate('networkIn'),
    networkOut: rate('networkOut'),
    diskRead: rate('diskRead'),
    diskWrite: rate('diskWrite'),
  };
  return { at, counters, rates };
}

/** On the host's clock where it gave the time of both, else on ours. */
function secondsBetween(before: Sample, { sampledAt }: Counters, at: number): number {
  const earlier = before.counters.sampledAt;
  return (sampledAt !== undefined && earlier !== undefined ? sampledAt - earlier : at - before.at) / 1000;
}

function isSameSample({ counters: before }: Sample, now: Counters): boolean {
  if (before.sampledAt !== undefined && now.sampledAt !== undefined) return before.sampledAt === now.sampledAt;
  return names.every((name) => before[name] === now[name]);
}

/** A counter that fell was reset by a restart: nothing is known of the time before it, so the rate is 0. */
function rateOf(before: number | undefined, now: number | undefined, seconds: number): number | null {
  if (before === undefined || now === undefined) return null;
  return now <= before ? 0 : threeDigits(Math.round((now - before) / seconds));
}

/** Of a whole number, as `toPrecision(3)`, which goes by way of a text: four thousand of them with every poll. */
function threeDigits(value: number): number {
  let unit = 1;
  while (value / unit >= 999.5) unit *= 10;
  return Math.round(value / unit) * unit;
}
