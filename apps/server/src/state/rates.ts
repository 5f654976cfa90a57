// Turns counters into rates: bytes per second since the previous sample.

import type { TrafficCounters } from '@belfry/schema/messages/observation';
import type { Moment } from '../lib/clock.ts';

/** Bytes per second: whole numbers with three significant digits; null while there are no two samples. */
export type Rates = Record<CounterName, number | null>;
type CounterName = (typeof names)[number];

interface Sample extends Moment {
  counters: TrafficCounters;
  rates: Rates;
}

/**
 * Some hosts read their counters seldom and do not say when. For this long, equal counters mean that the last rate still
 * holds.
 */
const IDLE_MS = 60_000;
/** When the difference of our two clocks has changed by more than this, one of them was stepped or stood still. */
const SLIP_MS = 1000;
const names = ['networkIn', 'networkOut', 'diskRead', 'diskWrite'] as const;
export const unknownRates: Rates = { networkIn: null, networkOut: null, diskRead: null, diskWrite: null };

export const sameRates = (a: Rates, b: Rates): boolean => names.every((name) => a[name] === b[name]);

/** The samples of one instance, by the key of their counters. */
export function createRates() {
  const samples = new Map<string, Sample>();
  return {
    /** A second call for the same time returns the same. The object is valid until the next call for this id. */
    next(id: string, counters: TrafficCounters, now: Moment): Rates {
      const before = samples.get(id);
      if (before) follow(before, counters, now);
      const sample = before ?? { at: now.at, monotonic: now.monotonic, counters, rates: { ...unknownRates } };
      if (!before) samples.set(id, sample);
      return sample.rates;
    },
    last: (id: string): Rates => samples.get(id)?.rates ?? unknownRates,
    /** Removes all other samples. */
    keep(ids: ReadonlySet<string>) {
      for (const id of samples.keys()) if (!ids.has(id)) samples.delete(id);
    },
  };
}

/** Turns the sample into that of now. The previous rates stay if the time of the counters cannot be trusted. */
function follow(sample: Sample, counters: TrafficCounters, now: Moment): void {
  const passed = now.monotonic - sample.monotonic;
  if (passed <= 0) return;
  const repeated = isSameSample(sample, counters);
  if (repeated && passed < IDLE_MS) return;
  const seconds = secondsBetween(sample, counters, now);
  if (seconds !== undefined && (repeated || seconds > 0))
    for (const name of names) sample.rates[name] = rateOf(sample.counters[name], counters[name], seconds);
  sample.at = now.at;
  sample.monotonic = now.monotonic;
  sample.counters = counters;
}

/** By the clock of the host if it reported both times, else by ours. Undefined when our clock was stepped or stood still. */
function secondsBetween(before: Sample, { sampledAt }: TrafficCounters, { at, monotonic }: Moment): number | undefined {
  const earlier = before.counters.sampledAt;
  if (sampledAt !== undefined && earlier !== undefined) return (sampledAt - earlier) / 1000;
  const passed = monotonic - before.monotonic;
  return Math.abs(at - before.at - passed) > SLIP_MS ? undefined : passed / 1000;
}

function isSameSample({ counters: before }: Sample, now: TrafficCounters): boolean {
  if (before.sampledAt !== undefined && now.sampledAt !== undefined) return before.sampledAt === now.sampledAt;
  return names.every((name) => before[name] === now[name]);
}

/** A counter that fell was reset by a restart. What came before is not known, so the rate is 0. */
function rateOf(before: number | undefined, now: number | undefined, seconds: number): number | null {
  if (before === undefined || now === undefined) return null;
  return now <= before ? 0 : threeDigits(Math.round((now - before) / seconds));
}

/** As `toPrecision(3)` of a whole number, but without making a string: a poll needs thousands of these. */
function threeDigits(value: number): number {
  let unit = 1;
  while (value / unit >= 999.5) unit *= 10;
  return Math.round(value / unit) * unit;
}
