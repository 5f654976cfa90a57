// Finds hosts that could be monitored: on demand and every few minutes, one scan at a time.

import type { Result } from '@belfry/domain/result';
import { ok } from '@belfry/domain/result';
import { english } from '@belfry/domain/sentences/english';
import type { DiscoveryReply } from '@belfry/schema/http/discovery';
import type { Announcement } from '@belfry/schema/messages/announcement';
import type { DiscoveredServer } from '@belfry/schema/messages/discovery';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { type Cancel, type Clock, type Moment, momentOf } from '../../lib/clock.ts';
import { type Answer, type Refused, refuseField, refuseWith } from '../../lib/refusal.ts';
import { type Interfaces, localSubnet, parseSubnets, type Range } from '../../lib/subnets.ts';
import type { ScanResult } from './scan.ts';

export const SCAN_EVERY_MS = 5 * 60_000;
/** The pause before the address of a deleted host is scanned again, and between two scans that a user starts. */
export const RESCAN_MS = 500;
export const HAND_GAP_MS = 5000;

/** A host that is already monitored: its address without scheme and port, as a name or an IP. */
export interface Watched {
  type: DiscoveredServer['type'];
  host: string;
}

export interface DiscoveryDeps {
  clock: Clock;
  scan(ranges: readonly Range[], signal: AbortSignal, found: (server: DiscoveredServer) => void): Promise<ScanResult>;
  interfaces(): Interfaces;
  /** The hosts that are monitored now, including the members of clusters. */
  watched(): readonly Watched[];
  /** The IP addresses of a name; rejects if there are none. */
  resolve(name: string): Promise<string[]>;
  announce(message: Announcement): void;
}

interface DiscoverySettings {
  enabled: boolean;
  /** `auto`, or a list of subnets. */
  subnet: string;
}

export type Discovery = ReturnType<typeof createDiscovery>;

interface ScanUnderWay {
  subnet: string;
  over: AbortController;
}

const secondsOf = (ms: number) => Math.floor(ms / 1000);
const nothing: ScanResult = { servers: [], errors: [] };

export function createDiscovery(deps: DiscoveryDeps) {
  const { clock, announce } = deps;
  let settings: DiscoverySettings = { enabled: false, subnet: 'auto' };
  let result = nothing;
  let updated: Moment | undefined;
  let running: ScanUnderWay | undefined;
  let lastByHand = Number.NEGATIVE_INFINITY;
  let resolved: ReadonlyMap<string, readonly string[]> = new Map();
  let stopRhythm: Cancel = () => {};

  const seconds = () => secondsOf(clock.now());
  const unwatched = (servers: readonly DiscoveredServer[]): DiscoveredServer[] => {
    const watched = deps.watched().map(({ type, host }) => ({ type, host: host.toLowerCase() }));
    const is = ({ ip, hostname }: DiscoveredServer, host: string) =>
      host === ip || host === hostname?.toLowerCase() || resolved.get(host)?.includes(ip) === true;
    return servers.filter((server) => !watched.some(({ type, host }) => type === server.type && is(server, host)));
  };
  const tell = (servers: DiscoveredServer[], immediate: boolean) =>
    announce({
      type: 'discovery_update',
      data: {
        ...{ servers, errors: result.errors, timestamp: seconds() },
        ...(immediate && { immediate }),
      },
    });

  async function learnNames(): Promise<void> {
    const names = [...new Set(deps.watched().map(({ host }) => host.toLowerCase()))];
    const pairs = names.map(async (name) => [name, await deps.resolve(name).catch(() => [])] as const);
    resolved = new Map(await Promise.all(pairs));
  }

  function rangesOf(subnet: string): Result<Range[], Sentence> {
    const chosen = subnet === 'auto' || subnet === '' ? localSubnet(deps.interfaces()) : ok(subnet);
    return chosen.ok ? parseSubnets(chosen.value) : chosen;
  }

  function finish(outcome: ScanResult): void {
    result = outcome;
    updated = momentOf(clock);
    running = undefined;
    tell(unwatched(result.servers), false);
    announce({ type: 'discovery_complete', data: { timestamp: secondsOf(updated.at) } });
  }

  async function run(subnet: string, ranges: readonly Range[]): Promise<void> {
    running?.over.abort();
    const own: ScanUnderWay = { subnet, over: new AbortController() };
    running = own;
    const subnets = ranges.map(({ cidr }) => cidr).join(', ');
    announce({ type: 'discovery_started', data: { subnet: subnets, timestamp: seconds() } });
    try {
      await learnNames();
      const outcome = await deps.scan(ranges, own.over.signal, (server) => {
        const news = running === own ? unwatched([server]) : [];
        if (news.length > 0) tell(news, true);
      });
      if (running === own) finish(outcome);
    } finally {
      // A scan that threw has ended too. Otherwise no other scan could start.
      if (running === own) running = undefined;
    }
  }

  function scheduled(): Promise<void> | undefined {
    if (!settings.enabled || running) return undefined;
    const ranges = rangesOf(settings.subnet);
    if (ranges.ok) return run(settings.subnet, ranges.value);
    finish({ servers: [], errors: [english(ranges.error)] });
    return undefined;
  }

  const view = (): DiscoveryReply => ({
    servers: unwatched(result.servers),
    errors: result.errors,
    cached: updated !== undefined,
    scanning: running !== undefined,
    updated: updated ? secondsOf(updated.at) : null,
    age: updated ? secondsOf(clock.monotonic() - updated.monotonic) : null,
    timestamp: updated ? secondsOf(updated.at) : null,
  });

  return {
    view,
    /** Started by a user. If a scan of the same subnets is running, its result is used. */
    start(subnet: string = settings.subnet): Answer<DiscoveryReply> {
      if (running?.subnet === subnet) return ok(view());
      const ranges = rangesOf(subnet);
      if (!ranges.ok) return refuseField('bad_request', 'subnet', ranges.error);
      const waitMs = lastByHand + HAND_GAP_MS - clock.monotonic();
      if (waitMs > 0) return waiting(waitMs);
      lastByHand = clock.monotonic();
      void run(subnet, ranges.value);
      return ok(view());
    },
    /** Takes new settings. If discovery is now on, a scan starts at once. */
    configure(next: DiscoverySettings) {
      const { enabled, subnet } = settings;
      if (next.enabled === enabled && next.subnet === subnet) return;
      settings = next;
      stopRhythm();
      if (running) {
        running.over.abort();
        running = undefined;
        announce({ type: 'discovery_complete', data: { timestamp: seconds() } });
      }
      // Hosts found in the old subnets do not belong to the new ones.
      if (next.subnet !== subnet || !next.enabled) result = nothing;
      if (!next.enabled) return;
      stopRhythm = clock.every(SCAN_EVERY_MS, scheduled);
      void scheduled();
    },
    /** The configured hosts have changed. Hosts in `removed` may be found again. */
    nodesChanged(removed: boolean) {
      if (updated !== undefined) void learnNames().then(() => tell(unwatched(result.servers), false));
      if (removed) clock.after(RESCAN_MS, scheduled);
    },
    stop() {
      stopRhythm();
      settings = { ...settings, enabled: false };
      running?.over.abort();
      running = undefined;
    },
  };
}

function waiting(ms: number): Refused {
  const seconds = Math.ceil(ms / 1000);
  const sentence: Sentence = { id: 'discovery.tooSoon', values: { seconds } };
  return refuseWith('rate_limited', { sentence, retryAfterS: seconds });
}
