// When a disk will be worn out. A disk says whole percents, and one may last for months, so the wear between two of them is taken as even, and
// four weeks count as other forecasts count one.
import type { Forecast } from '@belfry/schema/forecast';
import type { Fill } from './fill.ts';
import { forecast, IN_SIGHT_MS } from './forecast.ts';
import { WEEK_MS } from './weeks.ts';

const DAY_MS = WEEK_MS / 7;
const WORN_OUT = 100;
const SLOWER = 4;
/** With fewer percents the wear of a year is not known well. */
const MIN_PERCENTS = 3;
const MIN_MS = 24 * WEEK_MS;

/** `past`: percent of the life that is used, oldest first. */
export function wearForecast(past: readonly Fill[], now: number, calibration = 1): Forecast {
  const disk = ofThisDisk(past);
  const [first, last] = [disk[0], disk.at(-1)];
  if (!first || !last || last.at - first.at < MIN_MS) return { kind: 'none', why: 'short' };
  const percents = last.used - first.used;
  if (last.used >= WORN_OUT)
    return { kind: 'full', at: now, earliest: now, latest: now, perDay: perDayOf(percents, first, last) };
  if (percents < MIN_PERCENTS) {
    const fastest = ((last.at - first.at) / (percents + 1)) * (WORN_OUT - last.used - 1);
    const perDay = perDayOf(percents, first, last);
    return fastest > IN_SIGHT_MS ? { kind: 'notInSight', perDay } : { kind: 'none', why: 'short' };
  }
  const said = forecast(evenWear(past), WORN_OUT, now / SLOWER, calibration);
  if (said.kind === 'none') return said;
  const perDay = said.perDay / SLOWER;
  if (said.kind === 'notInSight') return { kind: 'notInSight', perDay };
  const [at, earliest, latest] = [said.at, said.earliest, said.latest].map((each) => each * SLOWER) as Three;
  return at - now > IN_SIGHT_MS ? { kind: 'notInSight', perDay } : { kind: 'full', at, earliest, latest, perDay };
}

const perDayOf = (percents: number, first: Fill, last: Fill): number => (percents / (last.at - first.at)) * DAY_MS;

type Three = [number, number, number];

/** From the first whole percent on, without steps, and with the time of `SLOWER` weeks as one: what forecasts of wear are made from and tried on. */
export function evenWear(past: readonly Fill[]): Fill[] {
  const disk = ofThisDisk(past);
  const corners = disk.filter(({ used }, nth) => used > (disk[nth - 1]?.used ?? used));
  const last = disk.at(-1);
  const corner = corners.at(-1);
  if (!last || !corner) return [];
  const before = corners.at(-2);
  // The next percent is not full yet, so it wears more slowly if this one has lasted longer than the one before.
  const usual = before ? (corner.at - before.at) / (corner.used - before.used) : Number.POSITIVE_INFINITY;
  const end = { at: last.at, used: corner.used + Math.min(0.999, (last.at - corner.at) / usual) };
  return slower(onLines([...corners, ...(last.at > corner.at ? [end] : [])]));
}

/** A disk that was exchanged has more of its life left than before. */
function ofThisDisk(past: readonly Fill[]): readonly Fill[] {
  const exchanged = past.findLastIndex(({ used }, nth) => used < (past[nth - 1]?.used ?? used));
  return past.slice(Math.max(0, exchanged));
}

const slower = (past: readonly Fill[]): Fill[] => past.map(({ at, used }) => ({ at: at / SLOWER, used }));

/** A value a day. */
const onLines = (corners: readonly Fill[]): Fill[] =>
  corners.flatMap((corner, nth) => {
    const next = corners[nth + 1];
    if (!next) return [corner];
    const days = Math.max(1, Math.ceil((next.at - corner.at) / DAY_MS));
    return Array.from({ length: days }, (_, day) => {
      const share = day / days;
      return { at: corner.at + share * (next.at - corner.at), used: corner.used + share * (next.used - corner.used) };
    });
  });
