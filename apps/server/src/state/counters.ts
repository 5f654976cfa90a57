// What watching costs: calls, failures, durations, since start.
import type { InstanceCalls } from '@belfry/schema/http/monitoring';
import type { Performance, Stats } from '@belfry/schema/state';
import type * as z from 'zod';
import { noCalls, type Calls as Sum, sumOfCalls } from '../lib/call-counts.ts';
import { iso, type Moment } from '../lib/clock.ts';
import type { Observation } from '../sources/source.ts';

export type Calls = z.infer<typeof InstanceCalls>;

export interface Counters {
  count(observation: Observation): void;
  performance(now: Moment): Performance;
  stats(now: Moment, webSocketClients: number): Stats;
  calls(): Calls[];
  /** What an instance has cost stays in the totals. */
  forget(instance: string): void;
}

const MINUTE_MS = 60_000;
const round = (seconds: number) => Math.round(seconds * 1000) / 1000;

/** A cycle is one essential poll; what was pushed to us cost no call and is none. */
export function createCounters(started: Moment, version: string): Counters {
  const byPoll = new Map<string, Calls>();
  let recent: { monotonic: number; calls: Sum }[] = [];
  let total = noCalls;
  let cycles = 0;
  let lastPollMs = 0;

  return {
    count({ instance, poll, essential, monotonic, tookMs, calls }) {
      const key = `${instance.id} ${poll}`;
      const before = byPoll.get(key);
      byPoll.set(key, {
        instance: instance.id,
        poll,
        calls: (before?.calls ?? 0) + calls.made,
        failed: (before?.failed ?? 0) + calls.failed,
        lastDurationMs: tookMs,
      });
      recent = [...recent.filter((r) => r.monotonic > monotonic - MINUTE_MS), { monotonic, calls }];
      total = sumOfCalls(total, calls);
      if (essential && calls.made > 0) {
        cycles++;
        lastPollMs = tookMs;
      }
    },
    performance({ monotonic }) {
      const minute = recent.filter((r) => r.monotonic > monotonic - MINUTE_MS);
      const { made, tookMs } = minute.map((r) => r.calls).reduce(sumOfCalls, noCalls);
      return {
        apiCallDuration: made === 0 ? 0 : round(tookMs / made / 1000),
        lastPollDuration: round(lastPollMs / 1000),
        pollingStartTime: iso(started.at),
        totalApiCalls: total.made,
        failedApiCalls: total.failed,
        cacheHits: 0,
        cacheMisses: 0,
      };
    },
    stats: ({ monotonic }, webSocketClients) => ({
      startTime: iso(started.at),
      uptime: Math.floor((monotonic - started.monotonic) / 1000),
      pollingCycles: cycles,
      webSocketClients,
      version,
    }),
    calls: () => [...byPoll.values()],
    forget(instance) {
      for (const [key, calls] of byPoll) if (calls.instance === instance) byPoll.delete(key);
    },
  };
}
