// What watching costs: calls, failures, durations, since start.
import type { InstanceCalls } from '@belfry/schema/http/monitoring';
import type { Performance, Stats } from '@belfry/schema/state';
import type * as z from 'zod';
import { iso, type Moment } from '../lib/clock.ts';
import type { Observation } from '../sources/source.ts';

export type Calls = z.infer<typeof InstanceCalls>;

export interface Counters {
  count(observation: Observation): void;
  performance(now: Moment): Performance;
  stats(now: Moment, webSocketClients: number): Stats;
  calls(): Calls[];
}

const MINUTE_MS = 60_000;
const round = (seconds: number) => Math.round(seconds * 1000) / 1000;

/** A cycle is one essential poll; what was pushed to us cost no call and is none. */
export function createCounters(started: Moment, version: string): Counters {
  const byPoll = new Map<string, Calls>();
  let recent: { monotonic: number; tookMs: number; calls: number }[] = [];
  let cycles = 0;
  let lastPollMs = 0;

  const total = (count: (calls: Calls) => number) => [...byPoll.values()].reduce((sum, calls) => sum + count(calls), 0);

  return {
    count({ instance, poll, essential, monotonic, tookMs, calls, outcome }) {
      const key = `${instance.id} ${poll}`;
      const before = byPoll.get(key);
      byPoll.set(key, {
        instance: instance.id,
        poll,
        calls: (before?.calls ?? 0) + calls,
        failed: (before?.failed ?? 0) + (outcome.ok ? 0 : 1),
        lastDurationMs: tookMs,
      });
      recent = [...recent.filter((r) => r.monotonic > monotonic - MINUTE_MS), { monotonic, tookMs, calls }];
      if (essential && calls > 0) {
        cycles++;
        lastPollMs = tookMs;
      }
    },
    performance({ monotonic }) {
      const minute = recent.filter((r) => r.monotonic > monotonic - MINUTE_MS);
      const calls = minute.reduce((sum, r) => sum + r.calls, 0);
      const tookMs = minute.reduce((sum, r) => sum + r.tookMs, 0);
      return {
        apiCallDuration: calls === 0 ? 0 : round(tookMs / calls / 1000),
        lastPollDuration: round(lastPollMs / 1000),
        pollingStartTime: iso(started.at),
        totalApiCalls: total((poll) => poll.calls),
        failedApiCalls: total((poll) => poll.failed),
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
  };
}
