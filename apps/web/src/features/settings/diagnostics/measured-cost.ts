// What Belfry costs, as it is compared with its limits. Pure.
import type { HistorySeries } from '@belfry/schema/http/history';
import type { InstanceCalls } from '@belfry/schema/http/monitoring';

/** The poll of Proxmox VE that the limit of calls is for. */
const FAST_POLL = 'resources';

export interface CountedCalls {
  /** Milliseconds of a clock that only goes forward. */
  at: number;
  calls: readonly InstanceCalls[];
}

/** A shorter time says nothing about the calls in a minute. */
const LEAST_MS = 60_000;

/** Calls a minute of the fast poll of an instance; undefined while too little time is counted. */
export function fastCalls(instance: string, from: CountedCalls, to: CountedCalls): number | undefined {
  const elapsed = to.at - from.at;
  const of = ({ calls }: CountedCalls) =>
    calls.find((each) => each.instance === instance && each.poll === FAST_POLL)?.calls;
  const [before, now] = [of(from), of(to)];
  // fewer than before: the server was restarted
  if (elapsed < LEAST_MS || before === undefined || now === undefined || now < before) return undefined;
  return ((now - before) / elapsed) * 60_000;
}

/** A mean of fewer minutes says more about the start of Belfry than about a day. */
const LEAST_MINUTES = 30;

/** Fewer minutes are a stroke at the end of an empty line, which says nothing. */
const LEAST_DRAWN = 5;

export const isDrawn = ({ mean }: Pick<HistorySeries, 'mean'>): boolean =>
  mean.filter((value) => value !== null).length >= LEAST_DRAWN;

/** The last value that is known, and the mean of the hour; no mean while too little of it is known. */
export function hourOf({ mean }: Pick<HistorySeries, 'mean'>): { last: number; mean: number | undefined } | undefined {
  const known = mean.filter((value) => value !== null);
  const last = known.at(-1);
  if (last === undefined) return undefined;
  const sum = known.reduce((total, value) => total + value, 0);
  return { last, mean: known.length < LEAST_MINUTES ? undefined : sum / known.length };
}
