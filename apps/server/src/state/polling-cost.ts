// What polling costs: calls, failures and durations since the start.
import type { InstanceCalls } from '@belfry/schema/http/monitoring';
import type { Calls, Observation } from '@belfry/schema/messages/observation';
import type { Performance, Stats } from '@belfry/schema/state';
import { noCalls, sumOfCalls } from '../lib/call-counts.ts';
import { iso, type Moment } from '../lib/clock.ts';

/** In seconds. */
const MINUTE = 60;
const secondOf = (monotonic: number) => Math.floor(monotonic / 1000);
const round = (seconds: number) => Math.round(seconds * 1000) / 1000;

/** A cycle is one run of an essential poll. A report that was sent to us cost no call and is no cycle. */
export function createPollingCost(started: Moment, version: string) {
  const byPoll = new Map<string, InstanceCalls>();
  /** The calls of the last minute, by the second: of many sites there are some thousand polls in it. */
  const recent = new Map<number, Calls>();
  let total = noCalls;
  let cycles = 0;
  let lastPollMs = 0;
  const forget = (now: number) => {
    for (const second of recent.keys()) if (second <= now - MINUTE) recent.delete(second);
  };

  return {
    count({ instance, poll, essential, monotonic, tookMs, calls }: Observation) {
      const key = `${instance.id} ${poll}`;
      const before = byPoll.get(key);
      byPoll.set(key, {
        instance: instance.id,
        poll,
        calls: (before?.calls ?? 0) + calls.made,
        failed: (before?.failed ?? 0) + calls.failed,
        lastDurationMs: tookMs,
      });
      const second = secondOf(monotonic);
      recent.set(second, sumOfCalls(recent.get(second) ?? noCalls, calls));
      forget(second);
      total = sumOfCalls(total, calls);
      if (essential && calls.made > 0) {
        cycles++;
        lastPollMs = tookMs;
      }
    },
    performance({ monotonic }: Moment): Performance {
      forget(secondOf(monotonic));
      const { made, tookMs } = [...recent.values()].reduce(sumOfCalls, noCalls);
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
    stats: ({ monotonic }: Moment, webSocketClients: number): Stats => ({
      startTime: iso(started.at),
      uptime: Math.floor((monotonic - started.monotonic) / 1000),
      pollingCycles: cycles,
      webSocketClients,
      version,
    }),
    calls: (): InstanceCalls[] => [...byPoll.values()],
    /** The totals keep its cost so far. */
    forget(instance: string) {
      for (const [key, calls] of byPoll) if (calls.instance === instance) byPoll.delete(key);
    },
  };
}
