// The readings that are on their way to the worker. It is slower than they come when its disk is, or when reports invent resources.
import type { State } from '@belfry/schema/state';
import { type Clock, iso } from '../lib/clock.ts';

/** About four minutes of 20,000 containers. What waits is outside of the worker's own limit of memory. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Of a resource with its names. */
const RESOURCE_BYTES = 200;
/** So long after the last one was left out, the page still says it. */
const SHOWN_MS = 3_600_000;

export function createUnrecorded(clock: Pick<Clock, 'now' | 'monotonic'>, most = MAX_BYTES) {
  let sizes: number[] = [];
  let bytes = 0;
  let leftOut: { count: number; since: string; last: number } | undefined;
  const isShown = () => leftOut !== undefined && clock.monotonic() - leftOut.last < SHOWN_MS;

  return {
    /** Whether another reading may be sent. If not, it counts as left out. */
    hasRoom(): boolean {
      if (bytes < most) return true;
      const { count, since } = (isShown() ? leftOut : undefined) ?? { count: 0, since: iso(clock.now()) };
      leftOut = { count: count + 1, since, last: clock.monotonic() };
      return false;
    },
    sent({ resources = [], values }: { resources?: readonly unknown[]; values: Float64Array }) {
      const size = values.byteLength + resources.length * RESOURCE_BYTES;
      sizes.push(size);
      bytes += size;
    },
    /** The worker has recorded the oldest one. */
    recorded() {
      bytes -= sizes.shift() ?? 0;
    },
    /** The worker has ended: it will record none of them. */
    reset() {
      sizes = [];
      bytes = 0;
    },
    problems(): State['serverProblems'] {
      if (!leftOut || !isShown()) return {};
      const readings = leftOut.count === 1 ? '1 reading was' : `${leftOut.count} readings were`;
      const message = `The history is slower than values come: ${readings} left out. Everything else goes on.`;
      return { 'history-behind': { message, since: leftOut.since } };
    },
  };
}
