// What watching costs: calls, failures, durations, since start.
import type { InstanceCalls } from '@belfry/schema/http/monitoring';
import type { Performance, Stats } from '@belfry/schema/state';
import type * as z from 'zod';
import { iso } from '../lib/clock.ts';
import type { Observation } from '../sources/source.ts';

export type Calls = z.infer<typeof InstanceCalls>;

export interface Counters {
  count(observation: Observation): void;
  performance(now: number): Performance;
  stats(now: number, webSocketClients: number): Stats;
  calls(): Calls[];
}

const MINUTE_MS = 60_000;
const round = (seconds: number) => Math.round(seconds * 1000) / 1000;

/** `startedAt` epoch ms. A cycle is one essential poll; what was pushed to us cost no call and is none. */
export function createCounters(startedAt: number, version: string): Counters {
  const byPoll = new Map<string, Calls>();
  let recent: { at: number; tookMs: number; calls: number }[] = [];
  let cycles = 0;
  let lastPollMs = 0;

  const total = (count: (calls: Calls) => number) => [...byPoll.values()].reduce((sum, calls) => sum + count(calls), 0);

  return {
    count({ instance, poll, essential, at, tookMs, calls, outcome }) {
      const key = `${instance.id} ${poll}`;
      const before = byPoll.get(key);
      byPoll.set(key, {
        instance: instance.id,
        poll,
        calls: (before?.calls ?? 0) + calls,
        failed: (before?.failed ?? 0) + (outcome.ok ? 0 : 1),
        lastDurationMs: tookMs,
      });
      recent = [...recent.filter((r) => r.at > at - MINUTE_MS), { at, tookMs, calls }];
      if (essential && calls > 0) {
        cycles++;
        lastPollMs = tookMs;
      }
    },
    performance(now) {
      const minute = recent.filter((r) => r.at > now - MINUTE_MS);
      const calls = minute.reduce((sum, r) => sum + r.calls, 0);
      const tookMs = minute.reduce((sum, r) => sum + r.tookMs, 0);
      return {
        apiCallDuration: calls === 0 ? 0 : round(tookMs / calls / 1000),
        lastPollDuration: round(lastPollMs / 1000),
        pollingStartTime: iso(startedAt),
        totalApiCalls: total((poll) => poll.calls),
        failedApiCalls: total((poll) => poll.failed),
        cacheHits: 0,
        cacheMisses: 0,
      };
    },
    stats: (now, webSocketClients) => ({
      startTime: iso(startedAt),
      uptime: Math.floor((now - startedAt) / 1000),
      pollingCycles: cycles,
      webSocketClients,
      version,
    }),
    calls: () => [...byPoll.values()],
  };
}
