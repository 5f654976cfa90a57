// What the calls to a host show besides their answers: how long its certificate is valid, and whether its clock is wrong.
import type { X509Certificate } from 'node:crypto';
import type { EndpointStatus } from '@belfry/schema/entities/instance';
import { type Clock, iso, type Moment, momentOf } from './clock.ts';

export type HostFacts = Pick<EndpointStatus, 'certificate' | 'clockAheadSeconds'>;

export type HostFactsBook = ReturnType<typeof createHostFacts>;

/** A smaller difference is not reported. */
const WRONG_MS = 60_000;
/** Of all answers in this time, the fastest decides. */
const WINDOW_MS = 300_000;

interface Clockwork {
  began: number;
  fastest: { tookMs: number; aheadMs: number };
  /** From the window before. */
  decided?: number;
}

export function createHostFacts(clock: Pick<Clock, 'now' | 'monotonic'>) {
  const certificates = new Map<string, NonNullable<HostFacts['certificate']>>();
  const clocks = new Map<string, Clockwork>();

  return {
    noteCertificate(origin: string, { validFrom, validTo }: X509Certificate) {
      const [from, to] = [Date.parse(validFrom), Date.parse(validTo)];
      if (Number.isFinite(from) && Number.isFinite(to))
        certificates.set(origin, { validFrom: iso(from), validTo: iso(to) });
    },
    /** `date` is the header of an answer; `sent` is when the request began. Call it when the header arrives. */
    noteDate(origin: string, date: string, sent: Moment) {
      const now = momentOf(clock);
      const known = clocks.get(origin);
      const isOver = known !== undefined && now.monotonic - known.began >= WINDOW_MS;
      // While the machine sleeps, only one of the two clocks goes on.
      const tookMs = Math.max(now.monotonic - sent.monotonic, now.at - sent.at);
      if (known && !isOver && tookMs >= known.fastest.tookMs) return;
      const theirs = Date.parse(date);
      if (!Number.isFinite(theirs)) return;
      const fastest = { tookMs, aheadMs: leastDifference(theirs - now.at, theirs + 1000 - (now.at - tookMs)) };
      if (!known || isOver)
        clocks.set(origin, { began: now.monotonic, fastest, ...(known && { decided: known.fastest.aheadMs }) });
      else known.fastest = fastest;
    },
    of(origin: string): HostFacts {
      const certificate = certificates.get(origin);
      const known = clocks.get(origin);
      const aheadMs = known ? (known.decided ?? known.fastest.aheadMs) : 0;
      return {
        ...(certificate && { certificate }),
        ...(Math.abs(aheadMs) > WRONG_MS && { clockAheadSeconds: Math.round(aheadMs / 1000) }),
      };
    },
  };
}

/**
 * The header has whole seconds, and the host wrote it at some time between the request and the answer. So the difference of the
 * clocks lies between these two values. The one nearest to 0 is certain, even if the answer was slow.
 */
const leastDifference = (least: number, most: number): number => (least > 0 ? least : Math.min(most, 0));
