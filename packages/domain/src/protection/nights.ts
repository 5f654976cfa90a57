// The results of the last nights of one guest, for a strip. Calculated when somebody looks at it.
import type { RunResult } from '@belfry/schema/protection/guest-protection';
import type { Zone } from '../calendar-event/runs.ts';
import type { PastRun } from './past-runs.ts';
import { severityOf } from './runs.ts';

/**
 * From noon to noon on the clock of the host. `until` epoch ms, not part of it. `none`: no run was planned. `unknown`: nothing says what
 * happened.
 */
export interface Night {
  until: number;
  result: RunResult | 'none' | 'unknown';
}

const DAY_MS = 86_400_000;

/** The starts of the last nights, and the end of the present one; the oldest first. */
export function nightEnds(now: number, zone: Zone, count: number): number[] {
  const wall = now + zone(now);
  const nextNoon = Math.floor((wall + DAY_MS / 2) / DAY_MS) * DAY_MS + DAY_MS / 2;
  return Array.from({ length: count + 1 }, (_, i) => {
    const noon = nextNoon - (count - i) * DAY_MS;
    return noon - zone(noon - zone(noon));
  });
}

/** Epoch ms. Last night began at `since` and ends at `until`, the noon of today; the night before it began at `before`. */
export interface LastNights {
  before: number;
  since: number;
  until: number;
}

export function lastNights(now: number, zone: Zone): LastNights {
  const wall = now + zone(now);
  const [before = now, since = now, until = now] = nightEnds(midnightOf(wall, zone), zone, 2);
  return { before, since, until };
}

const midnightOf = (wall: number, zone: Zone): number => {
  const midnight = Math.floor(wall / DAY_MS) * DAY_MS;
  return midnight - zone(midnight - zone(midnight));
};

/** The worst result of each night. */
export function nightsOf(ends: readonly number[], runs: readonly PastRun[]): Night[] {
  return ends.slice(1).map((until, i) => {
    const from = ends[i] ?? 0;
    const own = runs.filter(({ at }) => at >= from && at < until);
    return { until, result: own.sort((a, b) => weightOf(b) - weightOf(a))[0]?.result ?? 'none' };
  });
}

/** What nobody knows is less than anything that is known. */
const weightOf = ({ result }: PastRun): number => (result === 'unknown' ? -1 : severityOf({ result }));
