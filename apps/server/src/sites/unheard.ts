// What the server says about a host in the place of its collector, when that has not called since the server started: the host is there, and
// nothing is known about it.

import { english } from '@belfry/domain/sentences/english';
import type { NodeConfig } from '@belfry/schema/config/node';
import type { Observation } from '@belfry/schema/messages/observation';
import type { Clock } from '../lib/clock.ts';
import { SUBSTITUTE_POLL } from '../state/health.ts';

export interface Unheard {
  config: Pick<NodeConfig, 'type' | 'name' | 'host'> & { id: string; site: string };
  /** Of the assignment. */
  epoch: number;
  /** Of the essential poll, ms. */
  everyMs: number;
  /** The name of the site. */
  siteName: string;
}

/** A failed poll of the host. `sequence` rises. Nothing was called. */
export function observationOf(
  { config: { id, type: kind, name, host, site }, epoch, everyMs, siteName }: Unheard,
  sequence: number,
  clock: Pick<Clock, 'now' | 'monotonic'>,
): Observation {
  const sentence = { id: 'site.noLine', values: { name: siteName } } as const;
  return {
    epoch,
    run: SUBSTITUTE_POLL,
    sequence,
    instance: { id, kind, name, host, site },
    poll: SUBSTITUTE_POLL,
    at: clock.now(),
    monotonic: clock.monotonic(),
    essential: true,
    everyMs,
    tookMs: 0,
    calls: { made: 0, failed: 0, tookMs: 0 },
    endpoints: [],
    dropped: 0,
    outcome: { ok: false, error: { kind: 'unreachable', message: english(sentence), sentence } },
  };
}
