import { expect, test } from 'vitest';
import { createTrials } from './suggestion.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const limit = { trigger: 80, clear: 75, critical: 90, origin: { from: 'default' as const } };
const trials = () => createTrials({ kind: 'guest', type: 'cpu' }, 40, 99);
/** `days` with one value for each hour. */
const steps = (days: number, value: (hour: number) => number) => ({
  from: 0,
  stepMs: HOUR_MS,
  values: Array.from({ length: days * 24 }, (_, hour) => value(hour)),
});

test('an alert that would have been there all the time is not quiet, although only one began', () => {
  const tried = trials();
  tried.add(
    steps(90, () => 70),
    limit,
    0,
    1,
  );
  const { trigger, tried: all } = tried.suggestion(90 * DAY_MS);
  expect(all.filter(({ lasting }) => lasting).map((each) => each.trigger)).toEqual([40, 46, 52, 58, 64, 70]);
  expect(all[0]?.alertsAYear).toBeLessThanOrEqual(7);
  expect(trigger).toBe(76);
});

test('time in which nothing was known does not make an alert short', () => {
  const tried = trials();
  tried.add(
    steps(90, (hour) => (hour < 80 * 24 ? Number.NaN : 70)),
    limit,
    0,
    1,
  );
  expect(tried.suggestion(10 * DAY_MS).trigger).toBe(76);
});

test('a peak a month is more than seven a year, and one in ninety days is not', () => {
  const peaks = (every: number) => {
    const tried = trials();
    tried.add(
      steps(90, (hour) => (hour % (every * 24) === 12 ? 90 : 20)),
      limit,
      0,
      1,
    );
    return tried.suggestion(90 * DAY_MS);
  };
  expect(peaks(30).trigger).toBe(94);
  expect(peaks(90)).toMatchObject({ trigger: 40, tried: expect.not.arrayContaining([{ lasting: true }]) });
});
