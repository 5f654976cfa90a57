// What goes over the line of a site, and how many calls to hosts its collector makes: figures of the last minute.
import type { SiteLine } from '@belfry/schema/http/sites';

export interface Traffic {
  /** Bytes on the socket. */
  received(bytes: number): void;
  sent(bytes: number): void;
  /** Calls to hosts, as the collector says. */
  called(calls: number): void;
  /** How long a question and its answer were on their way, ms. */
  asked(roundTripMs: number): void;
  figures(): SiteLine;
}

const PART_MS = 10_000;
const PARTS = 6;
/** More calls than this are no calls of one poll. */
const MAX_CALLS = 100_000;

interface Part {
  at: number;
  received: number;
  sent: number;
  calls: number;
}

export function createTraffic(monotonic: () => number): Traffic {
  const began = monotonic();
  let parts: Part[] = [];
  let roundTripMs: number | undefined;
  const part = (): Part => {
    const at = Math.floor(monotonic() / PART_MS);
    parts = parts.filter((each) => each.at > at - PARTS);
    const last = parts.at(-1);
    if (last?.at === at) return last;
    const next = { at, received: 0, sent: 0, calls: 0 };
    parts.push(next);
    return next;
  };
  return {
    received(bytes) {
      part().received += bytes;
    },
    sent(bytes) {
      part().sent += bytes;
    },
    called(calls) {
      part().calls += Math.min(MAX_CALLS, Math.max(0, calls));
    },
    asked(ms) {
      roundTripMs = Math.max(0, Math.round(ms));
    },
    figures() {
      const { at } = part();
      const from = Math.max(began, (at - PARTS + 1) * PART_MS);
      const seconds = Math.max(1, (monotonic() - from) / 1000);
      const sum = (of: 'received' | 'sent' | 'calls') => parts.reduce((total, each) => total + each[of], 0);
      return {
        receivedBytes: Math.round(sum('received') / seconds),
        sentBytes: Math.round(sum('sent') / seconds),
        callsPerMinute: Math.round((60 * sum('calls')) / seconds),
        ...(roundTripMs !== undefined && { roundTripMs }),
      };
    },
  };
}
