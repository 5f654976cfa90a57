// Tries forecasts on invented estates: what is said from their past, and what comes afterwards.
import { calibrationOf, trialsOf } from '../calibration.ts';
import type { Fill } from '../fill.ts';
import { forecast } from '../forecast.ts';
import { evenWear, wearForecast } from '../wear.ts';
import { growing, wearing } from './pasts.ts';
import { seeded } from './seeded.ts';

const DAY_MS = 86_400_000;
const LATER_DAYS = 1500;
/** It would be full after so many days if the growth stayed as it was. */
const AHEAD_DAYS = [20, 60, 150];
const RESOURCES = 8;

export const fillsOf = (values: readonly number[]): Fill[] => values.map((used, day) => ({ at: day * DAY_MS, used }));

/** `said`: the number of dates. `held`: of these, how many times the truth was in the interval, within a day, which is a step of the past. */
export interface Score {
  said: number;
  held: number;
}

export function tryEstates(count: number, days: number, seed = 1): Score {
  const score = { said: 0, held: 0 };
  const kinds = Object.values(growing);
  for (let estate = 0; estate < count; estate++) {
    const random = seeded(seed * 1000 + estate);
    const all = Array.from({ length: RESOURCES }, (_, nth) =>
      (kinds[(estate + nth) % kinds.length] ?? growing.steady)(days + LATER_DAYS, random),
    );
    const width = calibrationOf(all.flatMap((values) => trialsOf(fillsOf(values.slice(0, days)))));
    for (const values of all) for (const ahead of AHEAD_DAYS) tryOne(values, days, ahead, width, score);
  }
  return score;
}

function tryOne(values: readonly number[], days: number, ahead: number, width: number, score: Score): void {
  const past = values.slice(0, days);
  const growth = ((past.at(-1) ?? 0) - (past[0] ?? 0)) / days;
  const limit = Math.max(...past.slice(-7)) + Math.max(0.3, growth) * ahead;
  const said = forecast(fillsOf(past), limit, (days - 1) * DAY_MS, width);
  if (said.kind !== 'full') return;
  const full = values.findIndex((value, day) => day >= days && value >= limit) * DAY_MS;
  score.said++;
  if (full >= said.earliest - DAY_MS && full <= said.latest + DAY_MS) score.held++;
}

/** The same for estates of disks that wear out. */
export function tryDisks(count: number, days: number, seed = 1): Score {
  const score = { said: 0, held: 0 };
  const kinds = Object.values(wearing);
  for (let estate = 0; estate < count; estate++) {
    const random = seeded(seed * 1000 + estate);
    const all = Array.from({ length: 3 * RESOURCES }, (_, nth) =>
      (kinds[nth % kinds.length] ?? wearing.steady)(days + 3 * LATER_DAYS, random),
    );
    const width = calibrationOf(all.flatMap((values) => trialsOf(evenWear(fillsOf(values.slice(0, days))))));
    for (const values of all) {
      const said = wearForecast(fillsOf(values.slice(0, days)), (days - 1) * DAY_MS, width);
      if (said.kind !== 'full') continue;
      const worn = values.findIndex((value) => value >= 100) * DAY_MS;
      score.said++;
      if (worn >= said.earliest - DAY_MS && worn <= said.latest + DAY_MS) score.held++;
    }
  }
  return score;
}
