// What Belfry itself costs, as samples: counters of the process turned into rates.

import { BELFRY } from '@belfry/schema/history/metrics';
import type { InstanceCalls } from '@belfry/schema/http/monitoring';
import type { Sample } from '../history-store.ts';
import { sampleOf } from './sample.ts';

/** What the process has used since its start: seconds of processor time, bytes; and what is in use now. */
export interface Usage {
  cpuSeconds: number;
  residentBytes: number;
  writtenBytes: number;
  sentBytes: number;
  browsers: number;
  /** Calls to the hosts of each instance. */
  calls: readonly InstanceCalls[];
}

interface Counted {
  monotonic: number;
  usage: Usage;
  calls: ReadonlyMap<string, { made: number; failed: number }>;
}

/** The first call gives no samples, because a rate needs two readings. `monotonic` in ms. */
export function createOwnCost(): (usage: Usage, monotonic: number) => Sample[] {
  let before: Counted | undefined;
  return (usage, monotonic) => {
    const now: Counted = { monotonic, usage, calls: callsOf(usage.calls) };
    const last = before;
    before = now;
    return last && monotonic > last.monotonic ? between(last, now) : [];
  };
}

function between(last: Counted, now: Counted): Sample[] {
  const seconds = (now.monotonic - last.monotonic) / 1000;
  const rate = (name: 'cpuSeconds' | 'writtenBytes' | 'sentBytes') => (now.usage[name] - last.usage[name]) / seconds;
  const own = sampleOf('belfry', BELFRY, {
    cpu: rate('cpuSeconds') * 100,
    'memory.used': now.usage.residentBytes,
    written: rate('writtenBytes'),
    sent: rate('sentBytes'),
    browsers: now.usage.browsers,
  });
  const ofInstances = [...now.calls].map(([id, { made, failed }]) => {
    const earlier = last.calls.get(id);
    const perMinute = (count: number, before = count) => (Math.max(0, count - before) / seconds) * 60;
    return sampleOf('instance', id, {
      calls: perMinute(made, earlier?.made),
      'calls.failed': perMinute(failed, earlier?.failed),
    });
  });
  return [own, ...ofInstances].filter((sample) => sample !== undefined);
}

/** The sums of each instance. */
export function callsOf(calls: readonly InstanceCalls[]): Map<string, { made: number; failed: number }> {
  const sums = new Map<string, { made: number; failed: number }>();
  for (const { instance, calls: made, failed } of calls) {
    const sum = sums.get(instance) ?? { made: 0, failed: 0 };
    sums.set(instance, { made: sum.made + made, failed: sum.failed + failed });
  }
  return sums;
}
