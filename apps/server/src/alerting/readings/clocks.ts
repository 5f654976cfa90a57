// How clocks are compared with Belfry's own.
import type { EndpointStatus, Instance } from '@belfry/schema/entities/instance';
import type { Site } from '@belfry/schema/entities/site';
import type { Verdict } from '../engine/reading.ts';

/** A larger difference is an alert, in seconds. */
const MAX_SECONDS = 60;
/** A clock must be wrong for this long, because a time service needs some minutes after a start to correct it. */
export const WRONG_CLOCK_MS = 600_000;

export const clockVerdict = (aheadSeconds: number): Verdict =>
  Math.abs(aheadSeconds) > MAX_SECONDS
    ? { is: 'bad', level: 'warning', value: Math.abs(aheadSeconds), threshold: MAX_SECONDS }
    : { is: 'well', value: Math.abs(aheadSeconds) };

export const isCalled = ({ unproven }: EndpointStatus): boolean => unproven === undefined;
export const aheadOf = ({ clockAheadSeconds = 0 }: EndpointStatus): number => clockAheadSeconds;

/** How far the clock with which a host was compared is ahead of Belfry's, in seconds. Undefined: its collector has not been measured yet. */
export function comparedWith({ site }: Pick<Instance, 'site'>, sites: readonly Site[]): number | undefined {
  if (site === undefined) return 0;
  const offset = sites.find(({ id }) => id === site)?.clockOffsetMs;
  return offset === undefined ? undefined : offset / 1000;
}

/**
 * How far all hosts seem to be ahead, in seconds: when most of at least two differ from Belfry's clock by the same time, that clock
 * is wrong and theirs are not. Undefined while too few of them answer. Hosts of sites were compared with the clocks of their collectors, so they
 * say nothing about Belfry's.
 */
export function ownError(instances: readonly Instance[]): number | undefined {
  const called = instances.flatMap(({ site, health, endpoints }) => {
    const endpoint = site === undefined ? endpoints.find(isCalled) : undefined;
    return endpoint ? [{ answers: health !== 'error', ahead: aheadOf(endpoint) }] : [];
  });
  if (called.length < 2) return 0;
  const aheads = called.flatMap(({ answers, ahead }) => (answers ? [ahead] : []));
  const agreeing = (ahead: number) => aheads.filter((other) => Math.abs(other - ahead) <= MAX_SECONDS).length;
  const ofMost = aheads.find((ahead) => agreeing(ahead) > called.length / 2);
  if (ofMost !== undefined) return Math.abs(ofMost) > MAX_SECONDS ? ofMost : 0;
  return aheads.length < called.length ? undefined : 0;
}
